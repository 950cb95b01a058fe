import { one, type Search, searchText } from './search'

/** Parts of the config that have a form. */
export const GUIDED_PARTS = ['source', 'transforms', 'sink', 'blocks'] as const
export type GuidedPart = (typeof GUIDED_PARTS)[number]
export const SUBMIT_STEPS = ['config', ...GUIDED_PARTS, 'options', 'review'] as const
export type SubmitStep = (typeof SUBMIT_STEPS)[number]

/** What the submit page is asked for, as its address says it. */
export interface SubmitAddress {
  /** The run whose kept config is opened. */
  from: string | null
  step: SubmitStep
  /** A template that somebody wanted to start from. */
  template: string | null
}

export function parseSubmitAddress(search: Search): SubmitAddress {
  const step = one(search, 'step')
  return {
    from: one(search, 'from')?.slice(0, LONGEST) || null,
    step: SUBMIT_STEPS.find((known) => known === step) ?? 'config',
    template: one(search, 'template')?.slice(0, LONGEST) || null,
  }
}

const LONGEST = 200

export const submitSearch = ({ from, step, template }: Partial<SubmitAddress>): string =>
  searchText([
    ['from', from],
    ['template', template],
    ['step', step === 'config' ? null : step],
  ])
