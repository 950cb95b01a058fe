'use client'

import { Button } from './button'

/** Saves a text that is here already as a file. */
export function DownloadButton({ text, name, label }: { text: () => string; name: string; label: string }) {
  return (
    <Button
      intent="quiet"
      size="small"
      icon="download"
      label={label}
      onPress={() => {
        const address = URL.createObjectURL(new Blob([text()], { type: 'text/plain;charset=utf-8' }))
        const link = document.createElement('a')
        link.href = address
        link.download = name
        link.click()
        URL.revokeObjectURL(address)
      }}
    />
  )
}
