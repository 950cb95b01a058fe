import { Fragment, type ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
}

/** Names and values of a record, one a line; a fact without a value is not drawn. */
export function KeyValues({ facts }: { facts: readonly (Fact | null | false)[] }) {
  return (
    <dl className="grid-facts items-baseline gap-x-4 gap-y-1.25">
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact.name}>
              <dt className="text-ink-3">{fact.name}</dt>
              <dd className="min-w-0 wrap-anywhere">{fact.value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
