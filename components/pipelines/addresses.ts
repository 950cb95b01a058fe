import { pathToPipelines, pathToRuns } from '@/lib/url/paths'
import { type PipelineFilter, pipelineSearch } from '@/lib/url/pipelines'
import { EVERY_RUN, type RunListFilter, runFilterSearch, withValues } from '@/lib/url/runs'

/** The list with a change of its filter, from its first page. */
export const listAddress = (filter: PipelineFilter, change: Partial<PipelineFilter> = {}): string =>
  pathToPipelines(pipelineSearch({ ...filter, page: 1, ...change }))

/** The list of the runs of a pipeline. */
export const runsOf = (pipeline: string, more: Partial<RunListFilter> = {}): string =>
  pathToRuns(runFilterSearch(withValues({ ...EVERY_RUN, ...more }, 'pipeline', [pipeline])))
