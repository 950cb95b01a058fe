'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/check-field'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { errorFacts } from '@/lib/client/api-error'
import type { Plan, PlanQuestion, useConfigPlan } from '@/lib/client/config-reports'
import { type Json, parseJson, writeJson } from '@/lib/contract/json'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { Cell, PlainTable } from './plain-table'
import { ViolationsTable } from './violations-table'

interface PlanPanelProps {
  plan: ReturnType<typeof useConfigPlan>
  isCurrent: boolean
  whyOff: string | null
  onPlan: (more: Pick<PlanQuestion, 'row' | 'sample' | 'impact'>) => void
}

/** What a run would do: how it writes, what the policy says, what a sample becomes, whom it touches. */
export function PlanPanel({ plan, isCurrent, whyOff, onPlan }: PlanPanelProps) {
  const [row, setRow] = useState('')
  const [sample, setSample] = useState('')
  const [hasImpact, setImpact] = useState(false)
  const { data, error, isPending } = plan
  const records = recordsIn(sample)
  const asked = [row.trim() && `row ${row.trim()}`, sample.trim() && 'a sample', hasImpact && 'the impact'].filter(
    Boolean,
  )
  const ask = () => {
    if (records === null) return
    onPlan({
      ...(row.trim() !== '' && { row: row.trim() }),
      ...(records.length > 0 && { sample: records }),
      ...(hasImpact && { impact: true }),
    })
  }
  return (
    <Panel
      title="Plan"
      note={data !== undefined && !isCurrent ? 'of an earlier text' : undefined}
      actions={
        <Button size="small" onPress={ask} isBusy={isPending} whyOff={whyOff}>
          {data === undefined && error === null ? 'Plan' : 'Plan again'}
        </Button>
      }
      isFlush
    >
      {whyOff === null && (
        <details className="border-b border-line">
          <summary className="px-3 py-2 text-ink-2">
            Ask for more: {asked.length > 0 ? asked.join(', ') : 'a row, a sample, the impact'}
          </summary>
          <div className="grid gap-3 px-3 pt-1 pb-3">
            <div className="grid gap-3 wide:grid-cols-2">
              <Field label="Row" hint="Of a matrix; left out: the first">
                {(field) => <Input {...field} name="plan_row" value={row} onChange={setRow} isMono />}
              </Field>
              <CheckField
                name="plan_impact"
                label="Impact"
                isChecked={hasImpact}
                hint="Which datasets, owners and consumers downstream would feel it; needs recorded runs"
                onChange={setImpact}
              />
            </div>
            <Field
              label="Sample records"
              error={records === null ? 'These are to be JSON objects: an array of them, or one a line' : null}
              hint="The transforms run over them, and the columns that come out are held against the sink"
            >
              {(field) => (
                <Textarea
                  {...field}
                  name="plan_sample"
                  value={sample}
                  onChange={setSample}
                  placeholder={SAMPLE}
                  isMono
                />
              )}
            </Field>
          </div>
        </details>
      )}
      {isPending ? (
        <div className="p-3">
          <SkeletonLines lines={4} label="Planning" />
        </div>
      ) : error !== null ? (
        <ErrorState title="It was not planned" {...errorFacts(error)} />
      ) : data === undefined ? (
        <p className="px-3 py-2.5 text-ink-2">
          {whyOff ?? 'An engine reads the config and tells what a run would do. Nothing is read or written.'}
        </p>
      ) : (
        <PlanFacts plan={data} />
      )}
    </Panel>
  )
}

const SAMPLE = '{"id": 1, "name": "Ada"}'

/** Objects of a JSON array, or one a line; null: they are none. */
function recordsIn(text: string): Json[] | null {
  if (text.trim() === '') return []
  try {
    const whole = parseJson(text)
    return Array.isArray(whole) ? whole : [whole]
  } catch {
    try {
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => parseJson(line))
    } catch {
      return null
    }
  }
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { policy, sample, impact } = plan
  const blocks = (['quality', 'contract', 'masking'] as const).filter((name) => plan[name])
  return (
    <div className="grid">
      <div className="p-3">
        <KeyValues
          facts={[
            { name: 'row', value: <code>{visible(plan.row)}</code> },
            {
              name: 'way',
              value: visible([plan.source, ...plan.transforms, plan.sink].join(' → ')),
            },
            { name: 'writes', value: visible(plan.write_mode) },
            plan.delivery_guarantee != null && { name: 'delivers', value: deliveryWords(plan.delivery_guarantee) },
            { name: 'blocks', value: blocks.length > 0 ? blocks.join(', ') : 'none' },
            plan.schema_drift != null && { name: 'on drift', value: visible(String(plan.schema_drift)) },
            plan.lineage.length > 0 && { name: 'columns', value: <Lines texts={plan.lineage} /> },
            policy != null && {
              name: 'policy',
              value:
                policy.violations.length === 0
                  ? 'no rule is broken'
                  : `${counted(policy.violations.length, 'rule')} would be broken: it would be refused`,
            },
            impact != null && { name: 'impact', value: <ImpactWords impact={impact} /> },
          ]}
        />
      </div>
      {policy != null && policy.violations.length > 0 && (
        <div className="border-t border-line">
          <ViolationsTable rows={[policy]} />
        </div>
      )}
      {sample != null && <SampleFacts sample={sample} />}
    </div>
  )
}

/** `EffectivelyOnce(KeyedUpsert)` as words. */
const deliveryWords = (name: string): string =>
  visible(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace('(', ' (')
    .toLowerCase()

const Lines = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text) => (
    <span key={text} className="block font-mono text-meta">
      {visible(text)}
    </span>
  ))

function ImpactWords({ impact }: { impact: NonNullable<Plan['impact']> }) {
  return (
    <>
      {counted(impact.affected.length, 'dataset')} downstream
      {impact.severity != null && impact.severity !== 'none' && `, ${impact.severity}`}
      {impact.affected.map((one) => (
        <span key={writeJson(one)} className="block font-mono text-meta">
          {visible(String(one['uri'] ?? one['dataset'] ?? writeJson(one)))}
        </span>
      ))}
      {impact.notes.map((note) => (
        <span key={note} className="block text-ink-2">
          {visible(note)}
        </span>
      ))}
    </>
  )
}

function SampleFacts({ sample }: { sample: NonNullable<Plan['sample']> }) {
  const columns = columnsIn(sample.inferred_schema)
  return (
    <div className="border-t border-line">
      <p className="px-3 pt-2.5 pb-1">
        {counted(sample.input_records, 'sample record')} in, {sample.output_records} out
        {sample.dlq_records > 0 && `, ${sample.dlq_records} to the dead letters`}
        {sample.error != null && <span className="block font-mono text-meta text-bad">{visible(sample.error)}</span>}
        <span className="block text-ink-2">{deltaWords(sample.schema_delta).join(' · ')}</span>
      </p>
      {columns.length > 0 && (
        <PlainTable
          label="Columns that come out"
          heads={['Column that comes out', 'Type']}
          rows={columns.map(([name, type]) => (
            <tr key={name}>
              <Cell isMono>{visible(name)}</Cell>
              <Cell>{visible(type)}</Cell>
            </tr>
          ))}
        />
      )}
    </div>
  )
}

/** Names and types of an inferred schema. */
function columnsIn(schema: unknown): [name: string, type: string][] {
  const properties = isRecord(schema) ? schema['properties'] : undefined
  if (!isRecord(properties)) return []
  return Object.entries(properties).map(([name, column]) => {
    const type = isRecord(column) ? column['type'] : undefined
    return [name, Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything')]
  })
}

const DELTAS = [
  ['additions', 'new in the sink'],
  ['widenings', 'made wider'],
  ['droppable_required', 'missing, though required'],
  ['incompatible', 'of a type that does not fit'],
] as const

/** What would change in the sink. */
function deltaWords(delta: unknown): string[] {
  if (!isRecord(delta)) return []
  if (delta['schemaless_sink'] === true) return ['the sink takes any columns']
  const words = DELTAS.flatMap(([name, what]) => {
    const columns = delta[name]
    if (!Array.isArray(columns) || columns.length === 0) return []
    const names = columns.map((one) =>
      isRecord(one) ? String(one['name'] ?? one['column'] ?? writeJson(one)) : String(one),
    )
    return [`${what}: ${visible(names.join(', '))}`]
  })
  return words.length > 0 ? words : ['nothing changes in the sink']
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
