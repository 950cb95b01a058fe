'use client'

import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { foldGutter, foldKeymap } from '@codemirror/language'
import { Chunk, unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { editorLook } from '@/components/ui/editor-look'
import { counted } from '@/lib/format/number'

export interface ConfigEditorProps {
  label: string
  text: string
  format: string
  /** The text that this one is compared with; null: it is not. */
  original: string | null
}

/** A text that can be read, folded and searched, but not changed; what differs from another one is marked. */
export function ConfigEditor({ label, text, format, original }: ConfigEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (host.current === null) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          BASE,
          format === 'json' ? json() : yaml(),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', spellcheck: 'false' }),
          ...(original === null || original === text
            ? []
            : [
                unifiedMergeView({
                  original,
                  mergeControls: false,
                  gutter: true,
                  collapseUnchanged: { margin: 3, minSize: 6 },
                }),
              ]),
        ],
      }),
    })
    return () => editor.destroy()
  }, [label, text, format, original])

  return (
    <>
      {original !== null && <Differences before={original} after={text} />}
      <div ref={host} className="max-h-screenful min-w-0 overflow-auto" />
    </>
  )
}

function Differences({ before, after }: { before: string; after: string }) {
  const places = Chunk.build(Text.of(before.split('\n')), Text.of(after.split('\n'))).length
  return (
    <p role="status" className="border-b border-line px-3 py-1.5 text-meta text-ink-2">
      {places === 0 ? 'The two texts are the same.' : `They differ in ${counted(places, 'place')}.`}
    </p>
  )
}

const BASE: Extension = [
  lineNumbers(),
  foldGutter(),
  search({ top: true }),
  highlightSelectionMatches(),
  EditorState.readOnly.of(true),
  EditorView.lineWrapping,
  editorLook,
  // Its own marks are of a script that most fonts lack.
  EditorView.theme({ '.cm-collapsedLines': { '&:before, &:after': { content: '""' } } }),
  keymap.of([...searchKeymap, ...foldKeymap]),
]
