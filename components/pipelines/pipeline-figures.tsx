import { Figure, Figures } from '@/components/ui/figures'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Age, Time } from '@/components/ui/time'
import type { PipelineDetail } from '@/lib/client/pipelines'
import { duration } from '@/lib/format/duration'
import { counted, percent, whole } from '@/lib/format/number'
import { pathToRun } from '@/lib/url/paths'
import { runsOf } from './addresses'
import { rateText } from './pipeline-columns'

/** How it stands, in a few numbers, each with what it is measured by. */
export function PipelineFigures({ pipeline }: { pipeline: PipelineDetail }) {
  const { runs, outcomes, streak, last_good: good, usual, p95_ms, gap_ms, rows_per_sec } = pipeline
  const { completed, failed } = outcomes
  const [newest] = runs
  return (
    <Figures label="In numbers">
      <Figure
        name="Last run"
        value={
          newest === undefined ? (
            <Missing why="no run" />
          ) : (
            <Link href={pathToRun(newest.run_id)}>
              <Age at={newest.at} />
            </Link>
          )
        }
        note={newest === undefined ? undefined : `ago, ${newest.status}`}
      />
      <Figure
        name="Last good run"
        value={
          good === null ? (
            <Missing why="none of these was completed" />
          ) : (
            <Link href={pathToRun(good.run_id)}>
              <Age at={good.at} />
            </Link>
          )
        }
        note={good === null ? 'none of these was completed' : 'ago'}
      />
      <Figure
        name="Failed"
        tone={failed > 0 ? 'bad' : undefined}
        value={
          <Link
            href={runsOf(pipeline.pipeline, { status: ['failed'] })}
            look={failed > 0 ? 'plain' : 'text'}
            label={counted(failed, 'failed run')}
          >
            {whole(failed)}
          </Link>
        }
        note={
          completed + failed === 0
            ? 'nothing ended yet'
            : `${percent(completed / (completed + failed))} completed${streak > 1 ? `; ${whole(streak)} failed in a row` : ''}`
        }
      />
      <Figure
        name="Usual duration"
        value={usual === null ? <Missing why="too few completed runs to say" /> : duration(usual.ms)}
        note={usual === null ? 'from submission to end' : `95 of 100 within ${duration(p95_ms ?? usual.ms)}`}
      />
      <Figure
        name="Throughput"
        value={rows_per_sec === null ? <Missing why="no completed run to measure" /> : rateText(rows_per_sec)}
        note="rows a second of running time"
      />
      <Figure
        name="Usually every"
        value={gap_ms === null ? <Missing why="too few runs, or no regular rhythm" /> : duration(gap_ms)}
        note={gap_ms === null ? 'no regular rhythm' : <NextRun pipeline={pipeline} />}
      />
    </Figures>
  )
}

function NextRun({ pipeline: { expected_at, late_at, over_ms, state } }: { pipeline: PipelineDetail }) {
  if (state === 'late') {
    return (
      <span className="text-warn">
        was expected <Time at={expected_at} precision="minute" />
      </span>
    )
  }
  if (over_ms === null) {
    return (
      <>
        next expected <Time at={expected_at} precision="minute" />
      </>
    )
  }
  return (
    <>
      overdue; late from <Time at={late_at} precision="minute" />
    </>
  )
}
