import { one, type Search, searchText } from './search'

export const PIPELINE_RANGES = ['24h', '7d'] as const
export type PipelineRange = (typeof PIPELINE_RANGES)[number]
const USUAL: PipelineRange = '24h'
const LONGEST = 200

/** What the list of pipelines shows, as its address says it; what it cannot use is the usual. */
export interface PipelineFilter {
  range: PipelineRange
  /** Part of the name. */
  words: string
}

export function parsePipelineFilter(search: Search): PipelineFilter {
  const asked = one(search, 'range')
  return {
    range: PIPELINE_RANGES.find((known) => known === asked) ?? USUAL,
    words: (one(search, 'q') ?? '').slice(0, LONGEST),
  }
}

export const pipelineSearch = ({ range, words }: PipelineFilter): string =>
  searchText([
    ['range', range === USUAL ? null : range],
    ['q', words],
  ])
