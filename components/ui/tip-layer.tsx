'use client'

import { useEffect, useRef, useState } from 'react'

interface Tip {
  text: string
  x: number
  y: number
  isAbove: boolean
}

const WAIT_MS = 300
const GAP = 6
const ROOM = 220

/**
 * The one hint of the page. Anything with `data-tip` has one, on hover and on keyboard focus; `data-tip-when="cut"` only
 * while its text does not fit. Hovering the hint keeps it, Escape closes it.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  const owner = useRef<Element | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      owner.current?.removeAttribute('aria-describedby')
      owner.current = null
      setTip(null)
    }
    const show = (target: Element, wait: number) => {
      if (target === owner.current) return clearTimeout(timer)
      clearTimeout(timer)
      timer = setTimeout(() => {
        hide()
        const next = tipOf(target)
        if (next === null) return
        owner.current = target
        target.setAttribute('aria-describedby', 'tip')
        setTip(next)
      }, wait)
    }
    // A row's link covers its cells, so what lies under the pointer is looked at, not only what is on top.
    let frame = 0
    const look = (x: number, y: number) => {
      const stack = document.elementsFromPoint(x, y)
      if (stack.some((element) => element.closest('#tip'))) return clearTimeout(timer)
      const target = stack
        .map((element) => element.closest('[data-tip]'))
        .find((element) => element !== null && isUnder(element, x, y) && tipOf(element) !== null)
      if (target) return show(target, WAIT_MS)
      clearTimeout(timer)
      if (owner.current) timer = setTimeout(hide, 120)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look(event.clientX, event.clientY))
    }
    // Only for whoever walks by keyboard: a dialog that opens moves the focus by itself.
    let isWalking = false
    const focus = (event: FocusEvent) => {
      if (!isWalking || !(event.target instanceof Element) || !event.target.matches(':focus-visible')) return
      if (event.target.hasAttribute('data-tip')) show(event.target, WAIT_MS)
      else hide()
    }
    const key = (event: KeyboardEvent) => {
      isWalking = event.key === 'Tab'
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointermove', over)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('keydown', key, true)
    window.addEventListener('scroll', hide, true)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', over)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('keydown', key, true)
      window.removeEventListener('scroll', hide, true)
    }
  }, [])

  if (tip === null) return null
  return (
    <div
      id="tip"
      role="tooltip"
      className="fixed z-50 tip-size motion-safe:animate-appear overflow-auto rounded-control border border-line bg-surface px-2.5 py-1.5 text-meta leading-body wrap-anywhere whitespace-pre-wrap text-ink shadow-float"
      style={tip.isAbove ? { left: tip.x, bottom: tip.y } : { left: tip.x, top: tip.y }}
    >
      {tip.text}
    </div>
  )
}

function isUnder(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

function tipOf(target: Element): Tip | null {
  const text = target.getAttribute('data-tip')
  if (!text || !target.isConnected) return null
  if (target.getAttribute('data-tip-when') === 'cut' && target.scrollWidth <= target.clientWidth) return null
  const box = target.getBoundingClientRect()
  const isAbove = box.bottom + ROOM > window.innerHeight && box.top > ROOM
  // A long text needs room to the right; 36rem is the widest it gets.
  const width = Math.min(576, window.innerWidth - 16, 16 + Math.max(...text.split('\n').map((line) => line.length)) * 7)
  const x = Math.max(8, Math.min(box.left, window.innerWidth - width - 8))
  return { text, x, y: isAbove ? window.innerHeight - box.top + GAP : box.bottom + GAP, isAbove }
}
