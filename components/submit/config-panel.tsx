'use client'

import { type RefObject, useEffect, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import type { ConfigChecks } from '@/lib/client/use-config-problems'
import { convertConfig } from '@/lib/derive/config-print'
import { bytes } from '@/lib/format/bytes'
import { counted } from '@/lib/format/number'
import type { TextPlace } from './code-editor'
import { ConfigMarks } from './config-marks'
import { ConfigText } from './config-text'
import type { FormControl } from './form-control'
import { OpenFile } from './open-file'

interface ConfigPanelProps {
  control: FormControl
  /** Of the whole request as it is sent, in bytes. */
  size: number
  checks: ConfigChecks
  /** The text that this one is compared with; null: it is not. */
  original: string | null
  placeRef: RefObject<TextPlace | null>
  onRun: () => void
}

/** What a request may hold (http-api.md 0). */
export const MOST_BYTES = 1_048_576
const PLAIN = 'faucet-console:plain-config'

/** What was there before somebody asked for the other language. */
interface Before {
  config: string
  config_format: 'yaml' | 'json'
  note: string
  /** Of the text that came of it: once that is edited, there is no way back. */
  made: string
}

/** The config as text, always in view: whatever else the page does is done to this. */
export function ConfigPanel({ control, size, checks, original, placeRef, onRun }: ConfigPanelProps) {
  const { form, set, problemOf } = control
  const [isPlain, setPlain] = useState(false)
  const [before, setBefore] = useState<Before | null>(null)
  useEffect(() => setPlain(readPlain()), [])
  const lines = form.config === '' ? 0 : form.config.replace(/\n$/, '').split('\n').length
  const error = problemOf('config')
  const isInvalid = error !== null || checks.list.some(({ severity }) => severity === 'error')

  const convert = (format: string) => {
    const to = format === 'json' ? 'json' : 'yaml'
    if (to === form.config_format) return
    const converted = convertConfig(form.config, form.config_format)
    set('config_format', to)
    // What cannot be read is what somebody pasted in the other language: only its name was wrong.
    if (!converted.ok || form.config.trim() === '') return setBefore(null)
    // Back without an edit is back to the very text, comments and all.
    const isBack = before !== null && before.made === form.config && before.config_format === to
    const text = isBack ? before.config : converted.text
    set('config', text)
    setBefore({
      config: form.config,
      config_format: form.config_format,
      note: isBack ? '' : lostWords(converted.lost),
      made: text,
    })
  }

  return (
    <Panel
      title="Config"
      note={
        <span className={size > MOST_BYTES ? 'text-bad' : undefined}>
          {counted(lines, 'line')} · {bytes(size)} of {bytes(MOST_BYTES)}
        </span>
      }
      actions={
        <>
          <OpenFile
            onText={(text, name) => {
              set('config', text)
              set('config_format', /\.json$/i.test(name) ? 'json' : 'yaml')
              setBefore(null)
            }}
          />
          <Field label="Format" isLabelHidden>
            {({ id }) => (
              <Select
                id={id}
                name="config_format"
                value={form.config_format}
                options={[
                  { value: 'yaml', label: 'YAML' },
                  { value: 'json', label: 'JSON' },
                ]}
                onChange={convert}
              />
            )}
          </Field>
          <CopyButton text={form.config} label="Copy config" />
        </>
      }
      isFlush
    >
      {before !== null && before.note !== '' && before.made === form.config && (
        <p role="status" className="border-b border-line bg-info-weak px-3 py-1.5 text-meta">
          {before.note}{' '}
          <button
            type="button"
            className="rounded-chip text-accent underline underline-offset-2"
            onClick={() => {
              set('config', before.config)
              set('config_format', before.config_format)
              setBefore(null)
            }}
          >
            Undo
          </button>
        </p>
      )}
      {original !== null && isPlain && (
        <p role="status" className="border-b border-line px-3 py-1.5 text-meta text-ink-2">
          What was changed is marked in the editor only.
        </p>
      )}
      <div data-field="config" className="grid min-w-0">
        <ConfigText
          label="Config"
          value={form.config}
          format={form.config_format}
          example={EXAMPLE}
          isPlain={isPlain}
          isInvalid={isInvalid}
          describedBy="config-marks"
          problems={checks}
          original={original}
          placeRef={placeRef}
          onChange={(text) => set('config', text)}
          onRun={onRun}
        />
        {error !== null && (
          <p role="alert" className="border-t border-line px-3 py-1.5 text-meta text-bad">
            {error}
          </p>
        )}
      </div>
      <ConfigMarks
        checks={checks}
        isEmpty={form.config.trim() === ''}
        onExample={() => {
          set('config', EXAMPLE)
          set('config_format', 'yaml')
          placeRef.current?.focus()
        }}
        isPlain={isPlain}
        onPlain={(isOn) => {
          setPlain(isOn)
          keepPlain(isOn)
        }}
        onGo={({ from, to }) => placeRef.current?.select(from, to)}
      />
    </Panel>
  )
}

const lostWords = (lost: readonly string[]): string =>
  lost.length === 0 ? '' : `JSON has no place for ${lost.join(' and ')}: left out.`

function readPlain(): boolean {
  try {
    return localStorage.getItem(PLAIN) !== null
  } catch {
    return false
  }
}

function keepPlain(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(PLAIN, '1')
    else localStorage.removeItem(PLAIN)
  } catch {
    // A browser that keeps nothing asks again.
  }
}

const EXAMPLE = `version: 1
name: people
pipeline:
  source: { type: csv, config: { path: ./people.csv } }
  sink: { type: jsonl, config: { path: ./out/people.jsonl } }
`
