'use client'

import { useEffect, useState } from 'react'
import { pushAddress, replaceAddress } from '@/components/ui/shallow-link'
import type { RunPage } from '@/lib/client/runs'
import { olderPage, type RunListFilter } from '@/lib/url/runs'
import { addressOf } from './list-address'

interface Page {
  data: RunPage | undefined
  isPlaceholderData: boolean
  isError: boolean
}

/**
 * A search that no index serves, going on by itself: piece after piece, further back, until something is found, nothing is
 * left, or somebody stops it. Only its first piece is a step of the history.
 */
export function useLooking(filter: RunListFilter, { data, isPlaceholderData, isError }: Page) {
  const [isOn, setOn] = useState(false)
  const cursor = data !== undefined && data.reached !== undefined ? data.next_cursor : undefined
  const onward = cursor === undefined ? null : addressOf(olderPage(filter, cursor))
  const found = data?.runs.length ?? 0
  useEffect(() => {
    // The piece that was asked for last is still on its way.
    if (!isOn || (isPlaceholderData && !isError)) return
    if (found > 0 || onward === null || isError) setOn(false)
    else replaceAddress(onward)
  }, [isOn, isPlaceholderData, isError, found, onward])
  return {
    isOn,
    start() {
      if (onward === null) return
      setOn(true)
      pushAddress(onward)
    },
    stop: () => setOn(false),
  }
}
