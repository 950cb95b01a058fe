'use client'

import { useState } from 'react'
import { DownloadLink } from '@/components/ui/download-link'
import { Popover } from '@/components/ui/popover'
import { whole } from '@/lib/format/number'
import { MOST_EXPORTED, pathToRunExport } from '@/lib/url/run-export'
import { isFiltered, type RunListFilter } from '@/lib/url/runs'

/** Saves what the list shows, all of its pages. */
export function ExportMenu({ filter }: { filter: RunListFilter }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover label="Export" icon="download" title="Export runs" isOpen={isOpen} onOpen={setOpen}>
      <div className="grid gap-2">
        <p className="px-2 text-meta text-ink-2">
          {isFiltered(filter) ? 'Every run that fits the filter' : 'Every run'}, newest first, on all pages; the newest{' '}
          {whole(MOST_EXPORTED)} at most. Times are in UTC.
        </p>
        <div className="grid gap-0.5">
          <DownloadLink
            href={pathToRunExport(filter, 'csv')}
            label="CSV"
            note="A line a run, for spreadsheets; text that looks like a formula gets an apostrophe"
          />
          <DownloadLink
            href={pathToRunExport(filter, 'jsonl')}
            label="JSON Lines"
            note="Whole records, one a line; secrets are masked"
          />
          <DownloadLink
            href={pathToRunExport(filter, 'json')}
            label="JSON"
            note="The same as one document; secrets are masked"
          />
        </div>
      </div>
    </Popover>
  )
}
