import { expect } from 'vitest'

export const NUL = 'a\u0000b'

/** Each call is refused before it reaches a store. */
export async function expectRefused(...calls: (() => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'HistoryError', kind: 'refused' })
}
