'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { ReadForm } from '@/lib/derive/submission-form'
import { requestText } from '@/lib/derive/submission-text'

/** What will be sent, as a call of the API that does the same. */
export function ReviewStep({ read }: { read: ReadForm }) {
  return (
    <div className="grid min-w-0 content-start gap-3.5">
      <Panel
        title="The request"
        note={read.ok ? 'as it will be sent; values named like secrets are masked' : undefined}
        isFlush
      >
        {read.ok ? (
          <CodeBlock text={requestText(read.request)} label="request" language="json" />
        ) : (
          <EmptyState title="Not ready yet" hint={read.problems.map(({ message }) => message).join(' · ')} />
        )}
      </Panel>
    </div>
  )
}
