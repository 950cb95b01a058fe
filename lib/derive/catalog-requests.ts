import { z } from 'zod'
import { maybe } from './request-shape'

/** Owners replace the list; consumers are put in by name, or are the whole list where `replace` says so. */
export const AnnotateDatasetBody = z.object({
  owners: maybe(z.array(z.string())),
  consumers: z
    .array(
      z.object({
        name: z.string(),
        kind: maybe(z.string()),
        contact: maybe(z.string()),
        columns: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  replace: z.boolean().default(false),
})
export type AnnotateDatasetRequest = z.output<typeof AnnotateDatasetBody>

/** Why this annotates nothing, or nothing that can stand; null: it can. */
export function annotationError({ owners, consumers, replace }: AnnotateDatasetRequest): string | null {
  const names = new Set<string>()
  for (const { name } of consumers) {
    if (name.trim() === '') return 'consumers[].name must not be empty'
    if (names.has(name)) return `consumer \`${name}\` is listed twice`
    names.add(name)
  }
  const isEmpty = owners === undefined && consumers.length === 0 && !replace
  return isEmpty ? 'nothing to annotate: pass `owners` and/or `consumers`' : null
}
