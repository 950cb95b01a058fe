import { writeJson } from '@/lib/contract/json'
import { wordOf } from '@/lib/derive/schema-check'
import type { FieldShape } from '@/lib/derive/schema-shape'
import { visible } from '@/lib/format/text'

const LONGEST = 220

/** What a field is for, and what holds where it is left out. */
export function hintOf({ note, preset, shape }: FieldShape): string | undefined {
  const said = note === null ? '' : firstWords(visible(note))
  const isPlain = preset !== undefined && preset !== null && (typeof preset !== 'object' || shape.kind !== 'object')
  const left = isPlain ? `Left out: ${visible(typeof preset === 'string' ? preset : writeJson(preset))}` : ''
  return [said, left].filter(Boolean).join(' · ') || undefined
}

const firstWords = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}

/** The name as a label: what is needed says so. */
export const labelOf = ({ name, isRequired }: FieldShape): string => `${visible(name)}${isRequired ? ' (needed)' : ''}`

export const presetWord = ({ preset }: FieldShape): string =>
  preset === undefined || preset === null || typeof preset === 'object' ? '' : wordOf(preset)
