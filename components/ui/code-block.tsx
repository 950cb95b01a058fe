import { CopyButton } from './copy-button'

interface CodeBlockProps {
  text: string
  label: string
  language?: 'yaml' | 'json' | 'text'
}

/** A text as it was written, in mono, with its keys set off, and a copy control. Markup in it is text. */
export function CodeBlock({ text, label, language = 'text' }: CodeBlockProps) {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
  return (
    <div className="relative">
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      <section
        aria-label={label}
        tabIndex={0}
        className="max-h-screenful overflow-auto py-2 font-mono text-meta leading-code"
      >
        {lines.map(({ line, number }) => (
          <div key={number} className="grid-lines pr-10">
            <span aria-hidden="true" className="pr-3 text-right text-ink-3 select-none">
              {number}
            </span>
            <span className="wrap-anywhere whitespace-pre-wrap">
              <Line text={line} language={language} />
            </span>
          </div>
        ))}
      </section>
    </div>
  )
}

function Line({ text, language }: { text: string; language: 'yaml' | 'json' | 'text' }) {
  if (language === 'text') return text || ' '
  const comment = language === 'yaml' ? /^(\s*)(#.*)$/.exec(text) : null
  if (comment) return <span className="text-ink-3">{text}</span>
  const key = KEY[language].exec(text)
  if (key === null) return text || ' '
  const [, lead = '', name = '', rest = ''] = key
  return (
    <>
      {lead}
      <span className="text-accent">{name}</span>
      {rest}
    </>
  )
}

const KEY = {
  yaml: /^(\s*(?:- )*)([\w.${}\-/"']+(?=:(?:\s|$)))(.*)$/s,
  json: /^(\s*)("(?:[^"\\]|\\.)*"(?=\s*:))(.*)$/s,
} as const
