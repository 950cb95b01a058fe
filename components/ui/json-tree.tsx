'use client'

import { useState } from 'react'
import { isJsonObject, type Json } from './json-shape'

/** JSON as a tree that opens level by level; numbers are printed as they were written. */
export function JsonTree({ value, label, depth = 2 }: { value: Json; label: string; depth?: number }) {
  return (
    <div className="overflow-x-auto font-mono text-meta leading-code">
      <Node name={label} value={value} open={depth} />
    </div>
  )
}

const MANY = 200

function Node({ name, value, open }: { name: string; value: Json; open: number }) {
  const [isOpen, setOpen] = useState(open > 0)
  const [shown, setShown] = useState(MANY)
  const entries = entriesOf(value)
  if (entries === null) {
    return (
      <div className="pl-4 wrap-anywhere whitespace-pre-wrap">
        <span className="text-accent">{name}</span>
        <span className="text-ink-3">: </span>
        {printed(value)}
      </div>
    )
  }
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="rounded-chip leading-6">
        <span className="text-accent">{name}</span>{' '}
        <span className="text-ink-3">{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      {isOpen && (
        <div className="border-l border-line pl-3">
          {entries.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={key} value={member} open={open - 1} />
          ))}
          {entries.length > shown && (
            <button type="button" className="pl-4 text-accent" onClick={() => setShown(shown + MANY)}>
              {entries.length - shown} more
            </button>
          )}
        </div>
      )}
    </details>
  )
}

function entriesOf(value: Json): [string, Json][] | null {
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member])
  return isJsonObject(value) ? Object.entries(value) : null
}

function printed(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return value === null ? 'null' : value.toString()
}
