'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { bytes } from '@/lib/format/bytes'
import { counted } from '@/lib/format/number'
import type { FormControl } from './form-control'

interface ConfigPanelProps {
  control: FormControl
  /** Of the whole request as it is sent, in bytes. */
  size: number
}

/** What a request may hold (http-api.md 0). */
export const MOST_BYTES = 1_048_576

/** The config as text, always in view: whatever else the page does is done to this. */
export function ConfigPanel({ control, size }: ConfigPanelProps) {
  const { form, set, problemOf } = control
  const lines = form.config === '' ? 0 : form.config.replace(/\n$/, '').split('\n').length
  const error = problemOf('config')
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
                onChange={(value) => set('config_format', value === 'json' ? 'json' : 'yaml')}
              />
            )}
          </Field>
          <CopyButton text={form.config} label="Copy config" />
        </>
      }
      isFlush
    >
      <div data-field="config" className="grid">
        <textarea
          name="config"
          aria-label="Config"
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : 'config-note'}
          value={form.config}
          onChange={(event) => set('config', event.target.value)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          placeholder={EXAMPLE}
          className="editor-height resize-y bg-surface px-3 py-2 font-mono text-meta leading-code placeholder:text-ink-3"
        />
        {error !== null && (
          <p id="config-note" role="alert" className="border-t border-line px-3 py-1.5 text-meta text-bad">
            {error}
          </p>
        )}
      </div>
    </Panel>
  )
}

const EXAMPLE = `version: 1
name: people
pipeline:
  source: { type: csv, config: { path: ./people.csv } }
  sink: { type: jsonl, config: { path: ./out/people.jsonl } }
`
