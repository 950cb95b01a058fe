'use client'

import { useState } from 'react'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'

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
          <CopyMark text={digest} />
        </p>
      )}
      <div className="flex gap-2">
        <button type="button" onClick={onRetry} className={`${BUTTON} border-transparent bg-accent text-on-accent`}>
          <Icon name="refresh" />
          Try again
        </button>
        <button
          type="button"
          onClick={() => window.location.assign('/runs')}
          className={`${BUTTON} border-line-strong bg-surface text-ink hover:bg-hover`}
        >
          Go to the runs
        </button>
      </div>
    </section>
  )
}

// Plain elements: every page brings this one along twice, and the usual buttons bring links with them.
const BUTTON = 'inline-flex h-control items-center gap-1.5 rounded-control border px-2.5 font-control whitespace-nowrap'

function CopyMark({ text }: { text: string }) {
  const [word, setWord] = useState('Copy the mark')
  const copy = async () => setWord((await copyText(text)) ? 'Copied' : 'Copying is not allowed here: select it')
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={`${BUTTON} border-transparent text-ink-2 hover:bg-hover`}
    >
      <Icon name="copy" />
      <span role="status">{word}</span>
    </button>
  )
}
