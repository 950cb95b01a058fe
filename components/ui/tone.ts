/** What a colour means. Never said by colour alone: a word and a shape stand beside it. */
export type Tone = 'neutral' | 'good' | 'bad' | 'info' | 'warn' | 'many' | 'accent'

export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-ink-2',
  good: 'text-good',
  bad: 'text-bad',
  info: 'text-info',
  warn: 'text-warn',
  many: 'text-many',
  accent: 'text-accent',
}
export const TONE_WEAK: Record<Tone, string> = {
  neutral: 'bg-idle-weak',
  good: 'bg-good-weak',
  bad: 'bg-bad-weak',
  info: 'bg-info-weak',
  warn: 'bg-warn-weak',
  many: 'bg-many-weak',
  accent: 'bg-accent-weak',
}
export const TONE_SOLID_TEXT: Record<Tone, string> = {
  neutral: 'text-idle-solid',
  good: 'text-good-solid',
  bad: 'text-bad-solid',
  info: 'text-info-solid',
  warn: 'text-warn-solid',
  many: 'text-many-solid',
  accent: 'text-accent',
}
export const TONE_SOLID: Record<Tone, string> = {
  neutral: 'bg-idle-solid',
  good: 'bg-good-solid',
  bad: 'bg-bad-solid',
  info: 'bg-info-solid',
  warn: 'bg-warn-solid',
  many: 'bg-many-solid',
  accent: 'bg-accent',
}
