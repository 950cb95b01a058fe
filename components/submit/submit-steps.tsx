import { ShallowLink } from '@/components/ui/shallow-link'
import { pathToSubmit } from '@/lib/url/paths'
import { SUBMIT_STEPS, type SubmitAddress, type SubmitStep, submitSearch } from '@/lib/url/submit'

const WORDS: Record<SubmitStep, string> = {
  config: 'Config',
  source: 'Source',
  transforms: 'Transforms',
  sink: 'Sink',
  blocks: 'Blocks',
  options: 'Options',
  review: 'Review',
}

/** The parts of the page, in any order. */
export function SubmitSteps({ address }: { address: SubmitAddress }) {
  return (
    <nav aria-label="Steps" className="-mx-1 flex gap-0.5 overflow-x-auto px-1 py-0.5">
      {SUBMIT_STEPS.map((step) => {
        const isCurrent = step === address.step
        return (
          <ShallowLink key={step} href={pathToSubmit(submitSearch({ ...address, step }))} isCurrent={isCurrent}>
            <span
              className={`inline-flex h-control items-center rounded-chip px-2.5 ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
            >
              {WORDS[step]}
            </span>
          </ShallowLink>
        )
      })}
    </nav>
  )
}
