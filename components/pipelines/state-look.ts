import type { StatusLook } from '@/components/ui/status'
import type { PipelineState } from '@/lib/client/pipelines'

export const STATE_LOOKS: Readonly<Record<PipelineState, StatusLook>> = {
  failing: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  late: { shape: 'ring', tone: 'warn', isLoud: true, isMoving: false },
  slow: { shape: 'bars', tone: 'warn', isLoud: true, isMoving: false },
  running: { shape: 'arc', tone: 'info', isLoud: true, isMoving: true },
  ok: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  quiet: { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false },
}

/** What each word means, for whoever asks. */
export const STATE_MEANS: Readonly<Record<PipelineState, string>> = {
  failing: 'its last finished run failed',
  late: 'silent for more than twice its usual time',
  slow: 'its newest runs took plainly longer than usual',
  running: 'at work now, and the last finished run was fine',
  ok: 'its last finished run was completed, on time',
  quiet: 'none of its runs has finished yet',
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
