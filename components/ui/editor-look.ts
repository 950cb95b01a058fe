import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** The editor in the tokens of the house, both themes at once. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--t-meta)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-placeholder': { color: 'var(--text-3)', whiteSpace: 'pre' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-line)',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 4px 0 8px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--sunken)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line)',
    color: 'var(--text-2)',
    padding: '0 4px',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-weak)', outline: 'none' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-weak)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-weak)', outline: '1px solid var(--warn-solid)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--warn-solid)', color: 'oklch(0.2 0.02 80)' },
  '.cm-panels': {
    backgroundColor: 'var(--canvas)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--font)',
  },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontSize: 'var(--t-meta)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--t-meta)' },
  '.cm-textfield': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    fontSize: 'var(--t-meta)',
    height: '24px',
    padding: '0 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    color: 'var(--text)',
    fontSize: 'var(--t-meta)',
    height: '24px',
    padding: '0 8px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--t-meta)',
    maxWidth: 'min(28rem, 90vw)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-weak)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--accent)' },
  '.cm-completionDetail': { color: 'var(--text-3)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '8px', whiteSpace: 'pre-wrap' },
  '.cm-schema-note': { padding: '8px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeftWidth: '3px', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad-solid)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn-solid)' },
  '.cm-diagnostic-hint': { borderLeftColor: 'var(--info-solid)' },
  '.cm-lintRange': { backgroundImage: 'none', textDecorationLine: 'underline', textDecorationStyle: 'wavy' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad-solid)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn-solid)' },
  '.cm-lintRange-hint': { textDecorationColor: 'var(--info-solid)', textDecorationStyle: 'dotted' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad-solid)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker': { width: '8px', height: '8px', content: '""', borderRadius: '50%', margin: '5px 3px' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--bad-solid)', borderRadius: '1px', rotate: '45deg' },
  '.cm-lint-marker-warning': { border: '2px solid var(--warn-solid)', boxSizing: 'border-box' },
  '.cm-lint-marker-hint': { backgroundColor: 'var(--info-solid)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--good-weak)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', backgroundColor: 'var(--good-weak)', fontWeight: '600' },
  '&.cm-merge-b .cm-deletedText': { background: 'none', textDecoration: 'none', fontWeight: '600' },
  '&.cm-merge-b .cm-changedLineGutter': { backgroundColor: 'var(--good-solid)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-weak)', color: 'var(--text-2)', padding: '0 12px 0 6px' },
  '.cm-deletedChunk .cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--bad-solid)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--text-2)',
    padding: '2px 12px',
    fontFamily: 'var(--font)',
  },
  '.cm-reference': { color: 'var(--many)' },
})

/** Of the stock style's kinds of words, in the colours of the house. */
const COLORS: Readonly<Record<string, string>> = {
  '#404740': 'var(--text-3)',
  '#219': 'var(--many)',
  '#164': 'var(--many)',
  '#a11': 'var(--text)',
  '#e40': 'var(--text-3)',
  '#085': 'var(--warn)',
  '#00c': 'var(--accent)',
  '#940': 'var(--text-3)',
  '#f00': 'var(--bad)',
}

const words = defaultHighlightStyle.specs.flatMap((spec) => {
  const color = COLORS[String(spec['color'])]
  if (color === undefined) return []
  // Names of members are called otherwise in JSON: its kind is what the YAML one is made from.
  const tags = Array.isArray(spec.tag) ? spec.tag : [spec.tag]
  const tag = spec['color'] === '#00c' ? tags.flatMap((one) => [one, ...(one.base ? [one.base] : [])]) : tags
  return [{ tag, color }]
})

const references = new MatchDecorator({
  regexp: /\$\{[^}\n]{1,200}\}/g,
  decoration: Decoration.mark({ class: 'cm-reference' }),
})

/** `${env:NAME}` and its like are told apart from plain text. */
const referenceMarks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = references.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = references.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

export const editorLook: Extension = [theme, syntaxHighlighting(HighlightStyle.define(words)), referenceMarks]
