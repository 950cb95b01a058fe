import { z } from 'zod'
import { isHistoryError } from '@/lib/contract/errors'
import { keptAnswer } from '../kit/kept'
import { defineQuery } from '../kit/use-case'

const MOST = 500
const AGE_MS = 30_000

/** Whose runs somebody can look at alone, by id; none where this store knows no tenants. */
export const tenantChoices = defineQuery({
  label: 'tenant.list',
  permission: 'tenant_read',
  scope: 'tenant',
  input: z.object({ tenant: z.string().optional() }),
  needs: ['tenants'],
  async run({ tenants }, { tenant }, { now }) {
    // There is nothing to choose for somebody who sees one alone.
    if (tenant !== undefined) return { tenants: [tenant], is_cut: false }
    return keptAnswer(tenants, ['tenant-choices'], { nowMs: Date.parse(now()), maxAgeMs: AGE_MS }, async () => {
      try {
        const ids = (await tenants.list()).flatMap(({ columns }) => columns['id'] ?? []).sort()
        return { tenants: ids.slice(0, MOST), is_cut: ids.length > MOST }
      } catch (error) {
        if (isHistoryError(error) && error.kind === 'missing') return { tenants: [], is_cut: false }
        throw error
      }
    })
  },
})
