'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { ReadForm, SubmissionForm } from '@/lib/derive/submission-form'
import { requestText } from '@/lib/derive/submission-text'
import { BackfillPanel } from './backfill-panel'
import { CheckPanel } from './check-panel'
import { PlanPanel } from './plan-panel'
import type { ConfigReports } from './use-config-reports'
import { VerifyPanel } from './verify-panel'

interface ReviewStepProps {
  read: ReadForm
  config: Pick<SubmissionForm, 'config' | 'config_format'>
  reports: ConfigReports
}

/** What an engine says of the config, and what will be sent. */
export function ReviewStep({ read, config, reports }: ReviewStepProps) {
  const { check, plan, whyOff } = reports
  return (
    <div className="grid min-w-0 content-start gap-3.5">
      <CheckPanel check={check} isCurrent={reports.isCheckCurrent} whyOff={whyOff} onCheck={reports.runCheck} />
      <PlanPanel plan={plan} isCurrent={reports.isPlanCurrent} whyOff={whyOff} onPlan={reports.runPlan} />
      <Panel
        title="The request"
        note={read.ok ? 'POST /v1/runs · values named like secrets are masked' : undefined}
        isFlush
      >
        {read.ok ? (
          <CodeBlock text={requestText(read.request)} label="request" language="json" />
        ) : (
          <EmptyState title="Not ready yet" hint={read.problems.map(({ message }) => message).join(' · ')} />
        )}
      </Panel>
      <BackfillPanel request={read.ok ? read.request : null} whyOff={whyOff} />
      <VerifyPanel config={config} whyOff={whyOff} />
    </div>
  )
}
