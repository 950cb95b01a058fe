'use client'

import { useState } from 'react'
import { DownloadLink } from '@/components/ui/download-link'
import { Popover } from '@/components/ui/popover'
import { pathToLogFile } from '@/lib/url/logs'

/** Saves the whole log, whatever is shown of it. */
export function LogDownload({ runId }: { runId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover label="Download" icon="download" title="Download the log" isOpen={isOpen} onOpen={setOpen}>
      <div className="grid gap-2">
        <p className="px-2 text-meta text-ink-2">Every stored line, whatever level is shown. Times are in UTC.</p>
        <div className="grid gap-0.5">
          <DownloadLink href={pathToLogFile(runId, 'text')} label="Text" note="Lines as the engine wrote them" />
          <DownloadLink
            href={pathToLogFile(runId, 'jsonl')}
            label="JSON Lines"
            note="Sequence, time, level, line and fields, one object a line"
          />
        </div>
      </div>
    </Popover>
  )
}
