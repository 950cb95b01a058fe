'use client'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

/** A page that could not be made: what to quote, and what to try. The cause is in the server's log, never here. */
export function FailedScreen({ digest, onRetry }: { digest: string | null; onRetry: () => void }) {
  return (
    <section className="grid max-w-prose justify-items-start gap-3 p-4 wide:p-6">
      <h1 className="text-page font-title">This page could not be made</h1>
      <p className="text-ink-2">
        The console failed while putting it together. Nothing was changed. The cause is in the console’s log
        {digest !== null && ' under this mark'}.
      </p>
      {digest !== null && (
        <p className="flex items-center gap-1 font-mono text-meta">
          {digest}
          <CopyButton text={digest} label="Copy the mark" />
        </p>
      )}
      <div className="flex gap-2">
        <Button intent="primary" icon="refresh" onPress={onRetry}>
          Try again
        </Button>
        <Button onPress={() => window.location.assign('/runs')}>Go to the runs</Button>
      </div>
    </section>
  )
}
