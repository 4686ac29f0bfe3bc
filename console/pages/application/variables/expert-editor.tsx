import { useEffect, useEffectEvent, useState } from 'react'
import { CodeEditor } from '#console/components/editor/code-editor.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import type { Variables } from './staged-changes.ts'
import { readVariables, type VariableFormat, writeVariables } from './variable-format.ts'
import '#console/components/controls/field.css'

interface ExpertEditorProps {
  format: VariableFormat
  /** The variables at the beginning; later ones come with another key. */
  current: Variables
  onChange(variables: Variables): void
  onProblem(hasProblem: boolean): void
}

/** All variables as one text. */
export function ExpertEditor({ format, current, onChange, onProblem }: ExpertEditorProps) {
  const [text, setText] = useState(() => writeVariables(current, format))
  const [problem, setProblem] = useState<string>()
  const report = useEffectEvent(onProblem)
  // A mistake goes with the editor that has it.
  useEffect(() => () => report(false), [])
  const change = (next: string) => {
    setText(next)
    const read = readVariables(next, format)
    const wrong = 'problem' in read ? read.problem : undefined
    setProblem(wrong)
    onProblem(wrong !== undefined)
    if ('variables' in read) onChange(read.variables)
  }
  return (
    <div className="expert-editor">
      <p className="muted small">{texts.expertHelp}</p>
      <CodeEditor label={texts.expertLabel} value={text} onChange={change} language={format} />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
