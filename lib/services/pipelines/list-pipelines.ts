import { z } from 'zod'
import { holdsText } from '@/lib/derive/holds-text'
import { PIPELINE_STATES } from '@/lib/derive/pipeline-health'
import type { PipelineItem } from '@/lib/derive/pipeline-item'
import { inPipelineOrder } from '@/lib/derive/pipeline-order'
import { defineQuery } from '../kit/use-case'
import { Asked, knownPipelines } from './internal'
import { datasetsByPipeline } from './internal-datasets'

const PAGE = 100
const CHOICES = 50

/** Every pipeline that ran in the window: how it does, what needs somebody first. */
export const listPipelines = defineQuery({
  label: 'pipeline.list',
  permission: 'run_read',
  scope: 'tenant',
  input: Asked.extend({ page: z.number().int().min(1).max(10_000).default(1) }),
  needs: ['insight', 'catalog'],
  async run({ insight, catalog }, { page, ...asked }, ctx) {
    const { items, ...known } = await knownPipelines(insight, asked, Date.parse(ctx.now()))
    const fitting = items.filter(fits(asked))
    const shown = asked.state.length === 0 ? fitting : fitting.filter(({ state }) => asked.state.includes(state))
    // Without its datasets the list is still a list.
    const datasets = await datasetsByPipeline(catalog, ctx).catch(() => null)
    const rows = inPipelineOrder(shown, asked.sort, asked.desc).slice((page - 1) * PAGE, page * PAGE)
    return {
      ...known,
      range: asked.range,
      total: items.length,
      count: shown.length,
      page,
      pages: Math.max(1, Math.ceil(shown.length / PAGE)),
      /** Of everything that the other filters leave, so that a click tells what it will show. */
      states: Object.fromEntries(
        PIPELINE_STATES.map((state) => [state, fitting.filter((one) => one.state === state).length]),
      ),
      templates: choicesOf(items, ({ templates }) => templates),
      triggers: choicesOf(items, ({ triggers }) => triggers),
      pipelines: rows.map((one) => {
        const own = datasets?.get(one.pipeline) ?? []
        return {
          ...one,
          datasets:
            datasets === null
              ? null
              : {
                  in: own.filter(({ roles }) => roles.includes('source')).length,
                  out: own.filter(({ roles }) => roles.includes('sink')).length,
                },
          owners: [...new Set(own.flatMap(({ owners }) => owners))].sort().slice(0, 5),
        }
      }),
    }
  },
})

/** Everything that was asked for but the state. */
const fits =
  ({ q, template, trigger }: Pick<Asked, 'q' | 'template' | 'trigger'>) =>
  ({ pipeline, templates, triggers, tenants }: PipelineItem): boolean =>
    (template === undefined || templates.includes(template)) &&
    (trigger === undefined || triggers.includes(trigger)) &&
    (q === '' || [pipeline, ...templates, ...triggers, ...tenants].some((text) => holdsText(text, q)))

const choicesOf = (items: readonly PipelineItem[], of: (one: PipelineItem) => readonly string[]): string[] =>
  [...new Set(items.flatMap(of))].sort().slice(0, CHOICES)
