'use client'

import { type ComponentType, createContext, useContext, useMemo, useState } from 'react'
import type { Json } from '@/lib/contract/json'
import { parseConfig } from '@/lib/derive/config-doc'
import { type ConfigEdit, editConfig } from '@/lib/derive/config-edit'
import type { ConfigPath } from '@/lib/derive/config-tree'
import type { FieldShape } from '@/lib/derive/schema-shape'
import type { FormControl } from '../form-control'

/** A longer text is read and written again with every key: somebody who types would wait. */
const LONGEST = 60_000

/** The text as a form reads it and writes in it: the text alone is what there is. */
export function useConfigEdits({ form, set }: FormControl) {
  const { config, config_format } = form
  const [refused, setRefused] = useState<string | null>(null)
  const isLong = config.length > LONGEST
  const read = useMemo(() => {
    if (isLong) return { ok: false as const, message: 'It is too long for a form' }
    return config.trim() === '' ? { ok: true as const, doc: {} as Json } : parseConfig(config, config_format)
  }, [config, config_format, isLong])

  const edit = (...edits: readonly ConfigEdit[]) => {
    let text = config.trim() === '' ? EMPTY[config_format] : config
    for (const one of edits) {
      const edited = editConfig(text, config_format, one)
      if (!edited.ok) return setRefused(edited.message)
      text = edited.text
    }
    setRefused(null)
    set('config', text)
  }
  return { read, edit, refused }
}

/** What every config begins with. */
const EMPTY = { yaml: 'version: 1\n', json: '{\n  "version": 1\n}\n' } as const

/** One member of a config: what it may be, what it is, and where. */
export interface MemberProps {
  field: FieldShape
  value: Json | undefined
  path: ConfigPath
}

export interface Fields {
  /** Members stand in members: what draws one is handed down. */
  Member: ComponentType<MemberProps>
  /** Undefined: the member goes. */
  change(path: ConfigPath, value: Json | undefined): void
  edit(...edits: readonly ConfigEdit[]): void
  /** What is wrong at that place; null: nothing. */
  problemAt(path: ConfigPath): string | null
}

/** The form that a field stands in. */
export const FieldsContext = createContext<Fields | null>(null)

export function useFields(): Fields {
  const fields = useContext(FieldsContext)
  if (fields === null) throw new Error('a field of a config stands outside of its form')
  return fields
}

/** The name by which a field is found on the page. */
export const fieldName = (path: ConfigPath): string => `at ${path.join(' ')}`
