'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { replaceAddress, ShallowLink } from '@/components/ui/shallow-link'
import { useDraft } from '@/components/ui/use-draft'
import type { Invocations } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { counted, whole } from '@/lib/format/number'
import type { InvocationFilter } from '@/lib/url/run'

interface InvocationToolsProps {
  digest: RunDigest
  page: Invocations
  shown: number
  filter: InvocationFilter
  addressOf: (change: Partial<InvocationFilter>, from?: InvocationFilter) => string
  filterNow: () => InvocationFilter
}

/** Search, states and kinds: each is in the address, and each is a link. */
export function InvocationTools({ digest, page, shown, filter, addressOf, filterNow }: InvocationToolsProps) {
  const draft = useDraft(filter.words, (next) => replaceAddress(addressOf({ words: next }, filterNow())))
  const children = page.rows.filter(({ parent_record_key: parent }) => parent !== undefined).length
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="w-64 max-w-full">
        <Field label="Find in rows, parents and errors" isLabelHidden>
          {({ id }) => (
            <Input
              id={id}
              name="q"
              type="search"
              value={draft.text}
              onLeave={draft.settle}
              onChange={draft.type}
              placeholder="row, parent or error"
            />
          )}
        </Field>
      </div>
      <nav aria-label="Which invocations" className="flex flex-wrap gap-0.5">
        <Which
          href={addressOf({ status: null, kind: null })}
          isCurrent={filter.status === null && filter.kind === null}
          words={`All ${whole(page.total)}`}
        />
        {digest.statuses.map(({ word, count }) => (
          <Which
            key={word}
            href={addressOf({ status: filter.status === word ? null : word })}
            isCurrent={filter.status === word}
            words={`${word[0]?.toUpperCase()}${word.slice(1)} ${whole(count)}`}
          />
        ))}
        {page.is_whole && children > 0 && children < page.total && (
          <>
            <Which
              href={addressOf({ kind: filter.kind === 'rows' ? null : 'rows' })}
              isCurrent={filter.kind === 'rows'}
              words={`Rows ${whole(page.total - children)}`}
            />
            <Which
              href={addressOf({ kind: filter.kind === 'children' ? null : 'children' })}
              isCurrent={filter.kind === 'children'}
              words={`Of parent records ${whole(children)}`}
            />
          </>
        )}
      </nav>
      <nav aria-label="How they are shown" className="ml-auto flex gap-0.5">
        <Which href={addressOf({ view: 'table' })} isCurrent={filter.view === 'table'} words="Table" />
        <Which href={addressOf({ view: 'timeline' })} isCurrent={filter.view === 'timeline'} words="Timeline" />
      </nav>
      <span role="status" className="text-meta text-ink-3 empty:hidden">
        {!page.is_whole
          ? `the first ${whole(page.rows.length)}; the others are on their way`
          : shown !== page.total && `${counted(shown, 'invocation')} of ${whole(page.total)}`}
      </span>
    </div>
  )
}

const Which = ({ href, isCurrent, words }: { href: string; isCurrent: boolean; words: string }) => (
  <ShallowLink href={href} isCurrent={isCurrent}>
    <span
      className={`inline-flex h-control items-center rounded-chip px-2.5 ${isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover'}`}
    >
      {words}
    </span>
  </ShallowLink>
)
