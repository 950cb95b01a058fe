'use client'

import type { ChangeEvent } from 'react'

interface CheckboxProps {
  label: string
  isChecked: boolean
  /** Some of what it stands for is chosen, not all. */
  isPartly?: boolean
  /** `isRange`: Shift was held. */
  onCheck: (isChecked: boolean, isRange: boolean) => void
}

/** A box without a visible name, for rows that name themselves; the area around it can be hit too. */
export function Checkbox({ label, isChecked, isPartly = false, onCheck }: CheckboxProps) {
  return (
    <label className="relative z-1 grid h-full min-h-6 w-full min-w-6 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-3.5 cursor-pointer accent-accent"
        checked={isChecked}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPartly
        }}
        onChange={(event) => onCheck(event.target.checked, isShifted(event))}
      />
    </label>
  )
}

const isShifted = ({ nativeEvent }: ChangeEvent): boolean => 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
