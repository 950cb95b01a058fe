import type { StatusLook } from '@/components/ui/status'
import type { PipelineState } from '@/lib/derive/pipelines'

export const STATE_LOOKS: Readonly<Record<PipelineState, StatusLook>> = {
  failing: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  late: { shape: 'ring', tone: 'warn', isLoud: true, isMoving: false },
  running: { shape: 'arc', tone: 'info', isLoud: true, isMoving: true },
  ok: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  quiet: { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false },
}

export const OUTCOME_TONES: Partial<Record<string, string>> = {
  completed: 'bg-good-solid',
  failed: 'bg-bad-solid',
  running: 'bg-info-solid',
  sharded: 'bg-many-solid',
  queued: 'bg-warn-solid',
  pending: 'bg-warn-solid',
}

/** The same for charts, which take colours and not classes. */
export const OUTCOME_FILLS: Partial<Record<string, string>> = {
  completed: 'var(--good-solid)',
  failed: 'var(--bad-solid)',
  running: 'var(--info-solid)',
  sharded: 'var(--many-solid)',
  queued: 'var(--warn-solid)',
  pending: 'var(--warn-solid)',
}
