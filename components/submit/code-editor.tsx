'use client'

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { editorLook } from '@/components/ui/editor-look'
import type { ConfigFormat } from '@/lib/derive/config-doc'
import type { ConfigProblem } from '@/lib/derive/config-problems'

/** What the rest of the page does with the text: to look somewhere, and to come back to it. */
export interface TextPlace {
  focus(): void
  select(from: number, to: number): void
}

export interface CodeEditorProps {
  label: string
  value: string
  format: ConfigFormat
  example: string
  isInvalid: boolean
  describedBy: string | undefined
  /** Of this very text; what is of an older one is not drawn. */
  problems: { text: string; list: readonly ConfigProblem[] }
  /** Where the reader was before the editor came. */
  start: { from: number; to: number } | null
  /** The text that this one is compared with; null: it is not. */
  original: string | null
  /** Completion and hover, as far as they are known. */
  extra?: Extension
  placeRef: RefObject<TextPlace | null>
  onChange: (text: string) => void
  onRun: () => void
}

/**
 * The config in an editor: line numbers, folding, search, marks. Tab leaves it, as it leaves every field; indenting is
 * Ctrl+] and Ctrl+[.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, format, example, isInvalid, describedBy, problems, original, extra, placeRef } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const parts = useRef({
    language: new Compartment(),
    attributes: new Compartment(),
    extra: new Compartment(),
    changes: new Compartment(),
  })

  useEffect(() => {
    if (host.current === null) return
    const { value: text, start, format: language } = latest.current
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        ...(start !== null && { selection: { anchor: start.from, head: start.to } }),
        extensions: [
          BASE,
          placeholder(example),
          parts.current.language.of(languageOf(language)),
          parts.current.attributes.of([]),
          parts.current.extra.of([]),
          parts.current.changes.of([]),
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => run(latest.current.onRun) }])),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    if (start !== null) editor.focus()
    placeRef.current = {
      focus: () => editor.focus(),
      select(from, to) {
        const end = editor.state.doc.length
        const selection = { anchor: Math.min(from, end), head: Math.min(to, end) }
        editor.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
        editor.focus()
      },
    }
    return () => {
      placeRef.current = null
      editor.destroy()
    }
  }, [example, placeRef])

  // What changed elsewhere (a field of the form, the other language) is one edit: the cursor stays, and it can be undone.
  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const now = editor.state.doc.toString()
    if (now !== value) editor.dispatch({ changes: differenceOf(now, value) })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(languageOf(format)) })
  }, [format])

  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.extra.reconfigure(extra ?? []) })
  }, [extra])

  useEffect(() => {
    // Nothing is folded away: what has not changed yet is what one is about to change.
    const changes = original === null ? [] : unifiedMergeView({ original, mergeControls: false, gutter: true })
    view.current?.dispatch({ effects: parts.current.changes.reconfigure(changes) })
  }, [original])

  useEffect(() => {
    const attributes: Record<string, string> = { 'aria-label': label, spellcheck: 'false' }
    if (isInvalid) attributes['aria-invalid'] = 'true'
    if (describedBy !== undefined) attributes['aria-describedby'] = describedBy
    view.current?.dispatch({
      effects: parts.current.attributes.reconfigure(EditorView.contentAttributes.of(attributes)),
    })
  }, [label, isInvalid, describedBy])

  useEffect(() => {
    const editor = view.current
    if (editor === null || editor.state.doc.toString() !== problems.text) return
    editor.dispatch(setDiagnostics(editor.state, problems.list.map(diagnosticOf)))
  }, [problems])

  return <div ref={host} className="h-full min-w-0 overflow-hidden" />
}

/** A key that was meant for us is nobody else's. */
function run(act: () => void): true {
  act()
  return true
}

const BASE: Extension = [
  lineNumbers(),
  lintGutter(),
  foldGutter(),
  history(),
  drawSelection(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  editorLook,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
]

const languageOf = (format: ConfigFormat): Extension => (format === 'json' ? json() : yaml())

const diagnosticOf = ({ from, to, severity, message }: ConfigProblem): Diagnostic => ({ from, to, severity, message })

/** The one stretch in which two texts differ. */
function differenceOf(before: string, after: string): { from: number; to: number; insert: string } {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++
  }
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
