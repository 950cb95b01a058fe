import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { parseJson } from '@/lib/contract/json'
import { api } from './api'

/** One question to our server: its key, its path and how its answer is read, on the server and in the browser alike. */
export function wireQuery<T>(spec: {
  queryKey: readonly unknown[]
  /** Asked again at each fetch: a span back from now is a new instant each time. */
  path: string | (() => string)
  read: (text: string) => T
}) {
  const { queryKey, path, read } = spec
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }) => api(read, typeof path === 'string' ? path : path(), { signal }),
    }),
    read,
  }
}

/** Reads JSON to the digit and checks its shape. */
export const jsonAs =
  <S extends z.ZodType>(schema: S) =>
  (text: string): z.output<S> =>
    schema.parse(parseJson(text))
