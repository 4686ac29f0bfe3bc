import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'

export type EditorLanguage = 'json' | 'env'

export interface OpenEditor {
  setValue(value: string): void
  close(): void
}

interface EditorOptions {
  label: string
  language: EditorLanguage
  value: string
  onChange(value: string): void
}

/** Colours are those of the page: custom properties reach into the shadow root. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--muted)',
    backgroundColor: 'var(--ground)',
    borderRight: '1px solid var(--soft)',
  },
  '.tok, .cm-line span': { color: 'inherit' },
})

/**
 * Opens CodeMirror in a shadow root: there it adopts its style sheets through the object model, while in a document it
 * would add style elements, which the content security policy forbids.
 */
export function openEditor(
  host: HTMLElement,
  { label, language, value, onChange }: EditorOptions,
): OpenEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  // A text that the page gives is not typed by anybody: told as a change, it would become a draft.
  let isGiven = false
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: value,
      extensions: [
        lineNumbers(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        look,
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        ...(language === 'json' ? [json()] : []),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isGiven) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return {
    setValue(text) {
      if (text === view.state.doc.toString()) return
      isGiven = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      isGiven = false
    },
    close: () => view.destroy(),
  }
}
