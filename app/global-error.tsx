'use client'

import './globals.css'
import { FailedScreen } from '@/components/shell/failed-screen'

/** When even the frame of the page failed: no fonts, no theme, but words and a way on. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <FailedScreen digest={error.digest ?? null} onRetry={reset} />
      </body>
    </html>
  )
}
