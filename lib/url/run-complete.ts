import { type RunFieldKey, type RunTerm, readField } from './run-fields'
import { fieldNamed, wordsOf, writeRunQuery } from './run-query'
import { type Span, textOf } from './run-query-lexer'

/** What stands before the caret of a query, and what of the text a choice would take the place of. */
export type Completion = Span & { typed: string } & (
    | { of: 'field' }
    | {
        of: 'value'
        key: RunFieldKey
        /** Of a label: the key whose value is being written. */
        label?: string
      }
  )

/** What is being written there; null: nothing that could be helped with. */
export function completionAt(text: string, caret: number): Completion | null {
  const word = wordsOf(text).find(({ from, to }) => from < caret && caret <= to)
  if (word === undefined) return { of: 'field', typed: '', from: caret, to: caret }
  const start = word.from + (word.isNot ? 1 : 0)
  if (word.key === null) {
    const typed = text.slice(start, caret)
    return caret < start || typed.startsWith('"') ? null : { of: 'field', typed, from: start, to: word.to }
  }
  if (caret <= word.key.to) {
    return { of: 'field', typed: text.slice(word.key.from, caret), from: word.key.from, to: word.key.to + 1 }
  }
  const key = fieldNamed(word.key.text)
  if (key === null) return null
  const value = word.values.find(({ from, to }) => from <= caret && caret <= to)
  const span = value ?? { from: caret, to: caret, pieces: [] }
  const typed = textOf(value ?? { from: caret, to: caret, pieces: [], isOpen: false })
  const sign = key === 'label' ? typed.search(/[=:]/) : -1
  const place = { of: 'value', key, from: span.from, to: span.to } as const
  return sign === -1 ? { ...place, typed } : { ...place, typed: typed.slice(sign + 1), label: typed.slice(0, sign) }
}

/** A value as a query holds it behind `key:`. Null: no run can have it. */
export function valueText(key: RunFieldKey, value: string): string | null {
  const read = readField(key, value)
  if ('problem' in read) return null
  const term: RunTerm = { key, value: read.value, isNot: false }
  return writeRunQuery([term]).replace(/^[a-z]+:/, '')
}

/** The text with the choice in its place, and where the caret stands then: behind it, ready to go on. */
export function completed(text: string, { from, to }: Span, choice: string, isWhole: boolean): [string, number] {
  const rest = text.slice(to)
  const gap = isWhole && !/^[\s,]/.test(rest) ? ' ' : ''
  const before = text.slice(0, from) + choice + gap
  return [before + rest, before.length + (isWhole && gap === '' ? 1 : 0)]
}
