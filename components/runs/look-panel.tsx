'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import type { IconName } from '@/components/ui/icon'
import { Segments } from '@/components/ui/segments'
import {
  moveColumn,
  RUN_COLUMNS,
  type RunColumn,
  type RunsLook,
  USUAL_LOOK,
  widthWithin,
  withColumn,
  writeRunsLook,
} from '@/lib/url/runs-look'
import { RARE_COLUMNS } from './rare-run-columns'
import { USUAL_COLUMNS } from './run-columns'

const SPECS = { ...USUAL_COLUMNS, ...RARE_COLUMNS }
const WIDTH_STEP = 24
/** What a column without a width of its own starts from when it gets one. */
const FIRST_WIDTH = 220

interface LookPanelProps {
  look: RunsLook
  onLook: (look: RunsLook) => void
  without: readonly RunColumn[]
}

export function LookPanel({ look, onLook, without }: LookPanelProps) {
  const shown = look.columns.filter((column) => !without.includes(column))
  const others = RUN_COLUMNS.filter((column) => !look.columns.includes(column) && !without.includes(column))
  const widen = (column: RunColumn, by: number) => {
    const now = look.widths[column] ?? SPECS[column]?.width ?? FIRST_WIDTH
    onLook({ ...look, widths: { ...look.widths, [column]: widthWithin(now + by) } })
  }
  return (
    <div className="grid gap-2.5">
      <Segments
        label="Rows"
        value={look.isCompact ? 'compact' : 'usual'}
        options={[
          { value: 'usual', label: 'Usual' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(value) => onLook({ ...look, isCompact: value === 'compact' })}
      />
      <div className="-mx-1 grid max-h-screenful gap-2.5 overflow-y-auto px-1">
        <fieldset className="min-w-0">
          <legend className="pb-1 text-meta text-ink-2">Shown, from left to right</legend>
          {shown.map((column, at) => (
            <Line key={column} column={column} look={look} onLook={onLook}>
              <Small icon="left" label={`${nameOf(column)} narrower`} onPress={() => widen(column, -WIDTH_STEP)} />
              <Small icon="right" label={`${nameOf(column)} wider`} onPress={() => widen(column, WIDTH_STEP)} />
              <Small
                icon="up"
                label={`${nameOf(column)} further left`}
                isDisabled={at === 0}
                onPress={() => onLook(moveColumn(look, column, -1))}
              />
              <Small
                icon="down"
                label={`${nameOf(column)} further right`}
                isDisabled={at === shown.length - 1}
                onPress={() => onLook(moveColumn(look, column, 1))}
              />
            </Line>
          ))}
        </fieldset>
        {others.length > 0 && (
          <fieldset className="min-w-0">
            <legend className="pb-1 text-meta text-ink-2">More</legend>
            {others.map((column) => (
              <Line key={column} column={column} look={look} onLook={onLook} />
            ))}
          </fieldset>
        )}
      </div>
      <div>
        <Button
          intent="quiet"
          size="small"
          isDisabled={writeRunsLook(look) === writeRunsLook(USUAL_LOOK)}
          onPress={() => onLook(USUAL_LOOK)}
        >
          Back to the usual columns
        </Button>
      </div>
    </div>
  )
}

const nameOf = (column: RunColumn): string => SPECS[column]?.header ?? column

interface LineProps {
  column: RunColumn
  look: RunsLook
  onLook: (look: RunsLook) => void
  children?: ReactNode
}

function Line({ column, look, onLook, children }: LineProps) {
  return (
    <div className="flex h-7 items-center gap-0.5 rounded-chip px-1 hover:bg-hover">
      <label className="flex h-full min-w-0 grow cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="accent-accent"
          checked={look.columns.includes(column)}
          disabled={column === 'run'}
          onChange={(event) => onLook(withColumn(look, column, event.target.checked))}
        />
        <span className="truncate" data-tip={SPECS[column]?.tip}>
          {nameOf(column)}
        </span>
      </label>
      {children}
    </div>
  )
}

function Small({
  icon,
  label,
  isDisabled = false,
  onPress,
}: {
  icon: IconName
  label: string
  isDisabled?: boolean
  onPress: () => void
}) {
  return <Button intent="quiet" size="small" icon={icon} label={label} isDisabled={isDisabled} onPress={onPress} />
}
