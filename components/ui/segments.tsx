'use client'

import { useId } from 'react'

interface SegmentsProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** One of a few, all in view: radio buttons that look like one control. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  const name = useId()
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="float-left text-meta text-ink-2">{label}</legend>
      <div className="flex rounded-control border border-line bg-sunken p-px">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex h-6 cursor-pointer items-center rounded-control px-2 text-meta font-control text-ink-2 has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
