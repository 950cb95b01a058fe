'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/check-field'
import { CodeBlock } from '@/components/ui/code-block'
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
import { indented } from '@/lib/derive/submission-text'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
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
        <div className="grid gap-3 border-b border-line p-3">
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
              <Textarea {...field} name="plan_sample" value={sample} onChange={setSample} placeholder={SAMPLE} isMono />
            )}
          </Field>
        </div>
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
  return (
    <div className="border-t border-line">
      <p className="px-3 pt-2.5">
        {counted(sample.input_records, 'record')} in, {sample.output_records} out
        {sample.dlq_records > 0 && `, ${sample.dlq_records} to the dead letters`}
        {sample.error != null && <span className="block font-mono text-meta text-bad">{visible(sample.error)}</span>}
      </p>
      <div className="grid gap-x-3.5 wide:grid-cols-2">
        <Shape label="columns that come out" value={sample.inferred_schema} />
        <Shape label="difference to the sink" value={sample.schema_delta} />
      </div>
    </div>
  )
}

const Shape = ({ label, value }: { label: string; value: unknown }) =>
  value == null ? null : (
    <div className="min-w-0">
      <p className="px-3 pt-2 text-meta text-ink-3">{label}</p>
      <CodeBlock text={indented(writeJson(value))} label={label} language="json" />
    </div>
  )
