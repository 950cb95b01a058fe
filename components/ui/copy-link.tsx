'use client'

import { Button } from './button'
import { copyText } from './copy-text'
import { notify } from './notices'

/** The address of this page as it stands, filters and all. */
export function CopyLink() {
  return <Button intent="quiet" icon="link" label="Copy link to this page" onPress={() => void copyLink()} />
}

export async function copyLink(): Promise<void> {
  const isDone = await copyText(window.location.href)
  notify(
    isDone
      ? { tone: 'good', text: 'The link to this page is copied' }
      : { tone: 'bad', text: 'This browser does not let the link be copied: take it from the address bar' },
  )
}
