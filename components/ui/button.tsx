import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon, type IconName } from './icon'
import { Link } from './link'

export type ButtonIntent = 'primary' | 'plain' | 'quiet' | 'danger'

interface Look {
  intent?: ButtonIntent
  size?: 'normal' | 'small'
  icon?: IconName
  children?: ReactNode
}

interface ButtonProps extends Look {
  type?: 'button' | 'submit'
  onPress?: () => void
  isBusy?: boolean
  isDisabled?: boolean
  /** Why it does nothing just now: it stays in reach of keyboard and reader, and says so. */
  whyOff?: string | null
  isPressed?: boolean
  /** Name for a button that shows only its icon; also its hint. */
  label?: string
}

/** Does something. What navigates is a `ButtonLink`. */
export function Button({
  type = 'button',
  onPress,
  isBusy,
  isDisabled,
  whyOff = null,
  isPressed,
  label,
  ...look
}: ButtonProps) {
  return (
    <button
      type={type}
      onClick={whyOff === null ? onPress : undefined}
      disabled={isDisabled || isBusy}
      aria-disabled={whyOff !== null || undefined}
      aria-description={whyOff ?? undefined}
      aria-busy={isBusy || undefined}
      aria-pressed={isPressed}
      aria-label={label}
      data-tip={whyOff ?? label}
      className={lookOf(look, isPressed)}
    >
      {look.icon && <Icon name={look.icon} />}
      {look.children}
    </button>
  )
}

interface ButtonLinkProps extends Look {
  href: string
  label?: string
  isDownload?: boolean
}

/** Goes somewhere, or saves a file of the server's, and looks like a button. */
export function ButtonLink({ href, label, isDownload = false, ...look }: ButtonLinkProps) {
  const inside = (
    <span className={lookOf(look)}>
      {look.icon && <Icon name={look.icon} />}
      {look.children}
    </span>
  )
  if (!isDownload) {
    return (
      <Link href={href} look="bare" {...(label !== undefined && { label, tip: label })}>
        {inside}
      </Link>
    )
  }
  return (
    <a href={href} download aria-label={label} data-tip={label} className="rounded-control text-inherit">
      {inside}
    </a>
  )
}

const INTENTS: Record<ButtonIntent, string> = {
  primary: 'bg-accent text-on-accent border-transparent font-strong hover:brightness-95 active:brightness-90',
  plain: 'bg-surface text-ink border-line-strong hover:bg-hover',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-bad border-line-strong hover:bg-bad-weak',
}

const PRESSED = 'border-transparent bg-accent-weak text-accent'

function lookOf({ intent = 'plain', size = 'normal', children }: Look, isPressed?: boolean): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-control whitespace-nowrap transition-colors disabled:opacity-55 aria-disabled:opacity-55',
    size === 'small' ? 'h-6 text-meta' : 'h-control',
    children === undefined ? (size === 'small' ? 'w-6' : 'w-7') : size === 'small' ? 'px-2' : 'px-2.5',
    isPressed ? PRESSED : INTENTS[intent],
  )
}
