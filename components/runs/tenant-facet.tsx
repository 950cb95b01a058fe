'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface TenantFacetProps {
  tenant: string | undefined
  known: readonly string[]
  onChoose: (tenant: string | undefined) => void
}

export function TenantFacet({ tenant, known, onChoose }: TenantFacetProps) {
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(String(new FormData(event.currentTarget).get('tenant') ?? '').trim() || undefined)
      }}
    >
      <Field label="Tenant id" hint="Empty: every tenant. Press Enter to apply.">
        {({ id, describedBy }) => (
          <Input
            id={id}
            name="tenant"
            defaultValue={tenant ?? ''}
            describedBy={describedBy}
            list={`${id}-known`}
            isMono
          />
        )}
      </Field>
      {known.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {known.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onChoose(name)}
              className="rounded-chip border border-line px-1.5 py-px font-mono text-meta text-ink-2 hover:bg-hover"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </form>
  )
}
