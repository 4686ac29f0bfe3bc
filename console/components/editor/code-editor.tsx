import { useEffect, useEffectEvent, useRef } from 'react'
import type { EditorLanguage, OpenEditor } from './open-editor.ts'
import './code-editor.css'

interface CodeEditorProps {
  label: string
  value: string
  onChange(value: string): void
  language: EditorLanguage
  /** CSS height. */
  height?: string | undefined
}

/** A text editor for experts; CodeMirror is loaded with the first one. */
export function CodeEditor({
  label,
  value,
  onChange,
  language,
  height = '24rem',
}: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(undefined)
  const firstValue = useEffectEvent(() => value)
  const report = useEffectEvent(onChange)

  useEffect(() => {
    const host = box.current
    if (!host) return
    let isGone = false
    void import('./open-editor.ts').then(({ openEditor }) => {
      if (isGone) return
      editor.current = openEditor(host, {
        label,
        language,
        value: firstValue(),
        onChange: (text) => report(text),
      })
    })
    return () => {
      isGone = true
      editor.current?.close()
      editor.current = undefined
    }
  }, [label, language])

  useEffect(() => editor.current?.setValue(value), [value])

  return <div ref={box} className="code-editor" style={{ height }} />
}
