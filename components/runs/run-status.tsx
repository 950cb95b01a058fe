import { Status } from '@/components/ui/status'
import { runLook } from '@/lib/derive/run-look'

/** A run's state: shape, tone and word. */
export const RunStatus = ({ status }: { status: string }) => <Status word={status} look={runLook(status)} />
