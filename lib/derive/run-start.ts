import { type RunOrigin, runOrigin } from './run-origin'

/** How a run began, in words, and what began it, where that has a name. */
export interface RunStart {
  how: string
  what: string | null
}

interface Labelled {
  labels: Readonly<Record<string, string>>
  replay_of?: string | undefined
}

export function runStart({ labels, replay_of }: Labelled): RunStart {
  const origin = runOrigin({ labels, replay_of })
  const what: Readonly<Record<RunOrigin, string | null | undefined>> = {
    manual: null,
    template: templateOf(labels),
    trigger: labels['faucet.trigger.name'],
    backfill: labels['backfill_unit'],
    fanout: labels['fanout'],
    change: labels['change'],
    replay: replay_of,
  }
  return { how: WORDS[origin], what: what[origin] ?? null }
}

const WORDS: Readonly<Record<RunOrigin, string>> = {
  manual: 'by hand',
  template: 'template',
  trigger: 'trigger',
  backfill: 'backfill',
  fanout: 'fan-out',
  change: 'change',
  replay: 'dead letters',
}

/** `orders@3`; null: no template is named. */
export function templateOf(labels: Labelled['labels']): string | null {
  const { template, template_version } = labels
  if (template === undefined) return null
  return template_version === undefined ? template : `${template}@${template_version}`
}

const LAYERS = [
  ['sink', 'sink_template', 'sink_template_version'],
  ['overlay', 'overlay', 'overlay_version'],
] as const

/** What was laid over the template: `sink warehouse@2`, `overlay eu`. */
export const laidOver = (labels: Labelled['labels']): string[] =>
  LAYERS.flatMap(([word, name, version]) => {
    if (labels[name] === undefined) return []
    return [`${word} ${labels[name]}${labels[version] === undefined ? '' : `@${labels[version]}`}`]
  })

/** Who asked for it, as far as the run itself tells. */
export function submitterIn({ labels, submitted_by }: Labelled & { submitted_by?: string | undefined }): string | null {
  const trigger = labels['faucet.trigger.name']
  return submitted_by ?? (trigger === undefined ? null : `trigger:${trigger}`)
}
