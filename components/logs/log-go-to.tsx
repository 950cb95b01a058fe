'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover } from '@/components/ui/popover'
import { useZone } from '@/components/ui/zone'
import { placeAsked } from '@/lib/format/log-place'

interface LogGoToProps {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** A time in the log: its day is meant where none is given. */
  day: string
  onNumber: (number: number) => void
  onTime: (at: string) => void
}

/** Goes to a line by its number, or to a time. */
export function LogGoTo({ isOpen, onOpen, day, onNumber, onTime }: LogGoToProps) {
  const { zone } = useZone()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const go = () => {
    const place = placeAsked(text, day, zone)
    if (place === null) return setError('A line number, a time of day, or a date and a time.')
    setError(null)
    onOpen(false)
    if ('number' in place) onNumber(place.number)
    else onTime(place.at)
  }
  return (
    <Popover label="Jump to" title="Jump to a line or a time" isOpen={isOpen} onOpen={onOpen}>
      <form
        className="grid gap-2 p-1"
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <Field label="Line or time" error={error} hint={`12345, 13:07:12 or 2026-11-30 13:07, in ${zone}`}>
          {({ id, describedBy, isInvalid }) => (
            <Input
              id={id}
              name="place"
              value={text}
              onChange={setText}
              describedBy={describedBy}
              isInvalid={isInvalid}
              isMono
            />
          )}
        </Field>
        <Button type="submit" intent="primary">
          Go
        </Button>
      </form>
    </Popover>
  )
}
