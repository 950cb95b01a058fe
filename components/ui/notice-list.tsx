'use client'

import { useEffect, useState } from 'react'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { cx } from './cx'
import { Icon, type IconName } from './icon'
import { Link } from './link'
import { dismissNotice, type ShownNotice } from './notices'
import { TONE_TEXT } from './tone'

/** Long enough to be read, longer where something can be done about it. */
const READ_MS = 6_000
const ACT_MS = 12_000

/** Notices as they are seen. While somebody points at them, walks through them or looks elsewhere, none goes by itself. */
export function NoticeList({ notices }: { notices: readonly ShownNotice[] }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHidden = useIsHidden()
  return (
    <section
      aria-label="Notices"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={(event) => setFocus(event.currentTarget.contains(event.relatedTarget))}
      className="notice-place fixed z-50 grid gap-2"
    >
      {notices.map((notice) => (
        <One key={notice.id} notice={notice} isHeld={isPointedAt || hasFocus || isHidden} />
      ))}
    </section>
  )
}

function One({ notice, isHeld }: { notice: ShownNotice; isHeld: boolean }) {
  const { id, tone, text, link, action, details } = notice
  useEffect(() => {
    if (tone === 'bad' || isHeld) return
    const timer = setTimeout(() => dismissNotice(id), link || action ? ACT_MS : READ_MS)
    return () => clearTimeout(timer)
  }, [id, tone, isHeld, link, action])

  return (
    <div className="flex items-start gap-2 rounded-panel border border-line bg-surface py-2 pr-2 pl-3 shadow-float motion-safe:animate-appear">
      <span className={cx('pt-0.75', TONE_TEXT[tone])}>
        <Icon name={ICONS[tone]} />
      </span>
      <div className="grid min-w-0 grow gap-1 py-0.5">
        <p className="wrap-anywhere">{text}</p>
        {(link || action || details !== undefined) && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
            {link && <Link href={link.href}>{link.label}</Link>}
            {action && (
              <Button
                size="small"
                onPress={() => {
                  action.act()
                  dismissNotice(id)
                }}
              >
                {action.label}
              </Button>
            )}
            {details !== undefined && <CopyButton text={details} label="Copy details" words="Copy details" />}
          </div>
        )}
      </div>
      <Button intent="quiet" size="small" icon="close" label="Put away" onPress={() => dismissNotice(id)} />
    </div>
  )
}

const ICONS: Record<ShownNotice['tone'], IconName> = { good: 'check', info: 'info', bad: 'alert' }

function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}
