interface Option {
  value: string
  label: string
}

interface SelectProps {
  id: string
  name?: string
  value: string
  options: readonly Option[]
  /** More of them, under a heading of their own. */
  more?: { label: string; options: readonly Option[] }
  onChange: (value: string) => void
}

/** One of a list; the browser's own control, which every keyboard and reader knows. */
export function Select({ id, name, value, options, more, onChange }: SelectProps) {
  return (
    <select
      id={id}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-control w-full min-w-0 rounded-control border border-line-strong bg-surface px-1.5 text-ellipsis"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {more && (
        <optgroup label={more.label}>
          {more.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  )
}
