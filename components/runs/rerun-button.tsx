'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'

const RerunDialog = dynamic(() => import('./rerun-dialog').then(({ RerunDialog: loaded }) => loaded))

/** Runs a run that is over once more. */
export function RerunButton({ runId }: { runId: string }) {
  // Made when it is asked: pressed twice, one question starts one run.
  const [key, setKey] = useState<string | null>(null)
  return (
    <>
      <Button intent="quiet" onPress={() => setKey(`console-rerun-${newKey()}`)}>
        Run again
      </Button>
      {key !== null && <RerunDialog runId={runId} idempotencyKey={key} onClose={() => setKey(null)} />}
    </>
  )
}

/** `crypto.randomUUID` is missing on plain-HTTP hosts. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
