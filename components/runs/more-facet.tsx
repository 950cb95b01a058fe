'use client'

import { useId, useState } from 'react'
import { Select } from '@/components/ui/select'
import type { ValueField } from '@/lib/derive/run-values'
import { type RunListFilter, valuesIn } from '@/lib/url/runs'
import { ValueFacet } from './value-facet'

const FIELDS: readonly { value: ValueField; label: string; things: string }[] = [
  { value: 'name', label: 'Name', things: 'names' },
  { value: 'template', label: 'Template', things: 'templates' },
  { value: 'trigger', label: 'Trigger', things: 'triggers' },
  { value: 'origin', label: 'Started by', things: 'ways to start' },
  { value: 'by', label: 'Submitted by', things: 'submitters' },
  { value: 'pool', label: 'Pool', things: 'pools' },
  { value: 'owner', label: 'Instance', things: 'instances' },
]

interface MoreFacetProps {
  filter: RunListFilter
  /** Sees one tenant's runs only, and nothing of who runs them. */
  isConfined: boolean
  onChoose: (field: ValueField, values: readonly string[]) => void
}

/** Fields that are asked for less often, one at a time. */
export function MoreFacet({ filter, isConfined, onChoose }: MoreFacetProps) {
  const id = useId()
  const offered = FIELDS.filter(({ value }) => !(isConfined && value === 'owner'))
  const [field, setField] = useState(() => offered.find(({ value }) => valuesIn(filter, value).length > 0) ?? FIELDS[0])
  if (field === undefined) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="sr-only">
        Field
      </label>
      <Select
        id={id}
        value={field.value}
        options={offered}
        onChange={(value) => setField(offered.find((one) => one.value === value))}
      />
      <ValueFacet
        key={field.value}
        field={field.value}
        things={field.things}
        filter={filter}
        isSingle={field.value === 'name'}
        onChoose={(values) => onChoose(field.value, values)}
      />
    </div>
  )
}
