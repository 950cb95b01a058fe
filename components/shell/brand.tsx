/** A drop: the console's mark. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 font-title text-ink">
      <svg viewBox="0 0 18 18" aria-hidden="true" className="size-4.5 shrink-0">
        <rect width="18" height="18" rx="5" className="fill-accent" />
        <path
          d="M9 3.6c2.100 2.700 3.700 4.500 3.700 6.600a3.700 3.700 0 1 1-7.400 0C5.300 8.100 6.900 6.300 9 3.600Z"
          className="fill-on-accent"
        />
      </svg>
      <span>
        faucet <span className="font-control text-ink-3">console</span>
      </span>
    </span>
  )
}
