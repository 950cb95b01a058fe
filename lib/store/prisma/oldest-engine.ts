import 'server-only'
import { type OldestEngine, oldestEngine } from '@/lib/contract/records/vocabulary'
import type { PrismaEnv } from './env'

/** Within whose words a body must stay here. A store without this table was last opened by an engine before 1.13. */
export async function oldestEngineOn({ shape }: PrismaEnv): Promise<OldestEngine> {
  if (!(await shape.has('faucet_template_version_deprecations'))) return '1.12'
  return oldestEngine((await shape.current()).stamp)
}
