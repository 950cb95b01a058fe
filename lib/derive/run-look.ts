/** How a state looks everywhere: shape and tone beside its word, so that colour is never the only difference. */
export interface Look {
  shape: 'disc' | 'diamond' | 'arc' | 'ring' | 'dash' | 'bars' | 'square'
  tone: 'neutral' | 'good' | 'bad' | 'info' | 'warn' | 'many'
  /** Coloured text: only for what needs somebody, or is going on. */
  isLoud: boolean
  isMoving: boolean
}

const look = (shape: Look['shape'], tone: Look['tone'], isLoud = false, isMoving = false): Look => ({
  shape,
  tone,
  isLoud,
  isMoving,
})

const RUNS: Readonly<Record<string, Look>> = {
  queued: look('ring', 'warn'),
  pending: look('ring', 'warn'),
  running: look('arc', 'info', true, true),
  sharded: look('bars', 'many', true, true),
  completed: look('disc', 'good'),
  failed: look('diamond', 'bad', true),
  cancelled: look('dash', 'neutral'),
}
/** A word that only a later engine knows is shown as it is, and claims nothing. */
const UNKNOWN = look('square', 'neutral')

export const runLook = (status: string): Look => (Object.hasOwn(RUNS, status) ? RUNS[status] : undefined) ?? UNKNOWN

const INVOCATIONS: Readonly<Record<string, Look>> = {
  succeeded: look('disc', 'good'),
  failed: look('diamond', 'bad', true),
  skipped: look('dash', 'neutral'),
}
export const invocationLook = (status: string): Look =>
  (Object.hasOwn(INVOCATIONS, status) ? INVOCATIONS[status] : undefined) ?? UNKNOWN

const PROBES: Readonly<Record<string, Look>> = {
  pass: look('disc', 'good'),
  fail: look('diamond', 'bad', true),
  warn: look('square', 'warn', true),
  skip: look('dash', 'neutral'),
}
/** How a check before a run came out. */
export const probeLook = (status: string): Look =>
  (Object.hasOwn(PROBES, status) ? PROBES[status] : undefined) ?? UNKNOWN

export const levelTone = (level: string): 'bad' | 'warn' | 'quiet' =>
  level === 'ERROR' ? 'bad' : level === 'WARN' ? 'warn' : 'quiet'
