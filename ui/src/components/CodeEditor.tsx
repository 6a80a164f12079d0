import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { yamlFrontmatter } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import css from './CodeEditor.module.css'

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600', color: 'var(--accent-ink)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-ink)' },
  { tag: [tags.monospace, tags.string, tags.content], color: 'inherit' },
  {
    tag: [tags.meta, tags.processingInstruction, tags.comment, tags.punctuation],
    color: 'var(--ink-3)',
  },
  { tag: [tags.link, tags.url], color: 'var(--accent-ink)' },
])

const common: Extension = [
  lineNumbers(),
  drawSelection(),
  EditorView.lineWrapping,
  yamlFrontmatter({ content: markdown() }),
  syntaxHighlighting(colours),
  search({ top: true }),
  highlightSelectionMatches(),
]

/** A finding on a line. Without a line it is about the whole text. */
interface LineFinding {
  severity: 'error' | 'warning' | 'info'
  message: string
  line?: number | null
}

interface EditorProps {
  label: string
  text: string
  /** Marked in the gutter. */
  findings?: readonly LineFinding[]
  onChange(text: string): void
  onSave(): void
}

function diagnostics({ doc }: EditorState, findings: readonly LineFinding[]): Diagnostic[] {
  return findings.map(({ severity, message, line }) => {
    const { from, to } = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines))
    return { severity, message, from, to }
  })
}

/**
 * A text editor. `text` is only the initial text; pass another `key` to start again. `onChange`
 * receives changes.
 */
export function CodeEditor({ label, text, findings, onChange, onSave }: EditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const [beginning] = useState(text)
  const told = useRef({ onChange, onSave })
  useEffect(() => {
    told.current = { onChange, onSave }
  })
  useEffect(() => {
    if (!box.current) return undefined
    const save = (): boolean => (told.current.onSave(), true)
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: beginning,
        extensions: [
          common,
          history(),
          highlightActiveLine(),
          lintGutter(),
          // Escape, then Tab leaves the editor, so that keyboard users are not trapped.
          keymap.of([
            { key: 'Mod-s', run: save, preventDefault: true },
            ...defaultKeymap,
            ...historyKeymap,
            ...searchKeymap,
            indentWithTab,
          ]),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of(
            (update) => update.docChanged && told.current.onChange(update.state.doc.toString()),
          ),
        ],
      }),
    })
    // Escape belongs to the editor, so it does not close a drawer or dialog around it.
    view.dom.addEventListener(
      'keydown',
      (event) => event.key === 'Escape' && event.preventDefault(),
    )
    editor.current = view
    return () => {
      editor.current = null
      view.destroy()
    }
  }, [label, beginning])
  useEffect(() => {
    const view = editor.current
    if (view && findings)
      view.dispatch(setDiagnostics(view.state, diagnostics(view.state, findings)))
  }, [findings])
  return <div ref={box} className={css.editor} />
}

/** A diff in one column: red for removed, green for added. */
export function CodeDiff({
  label,
  before,
  after,
}: {
  label: string
  before: string
  after: string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return undefined
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          common,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      }),
    })
    return () => view.destroy()
  }, [label, before, after])
  return <div ref={box} className={css.editor} />
}
