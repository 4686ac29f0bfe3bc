import { useId } from 'react'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'

type EditorMode = 'table' | 'env' | 'json'

const modes: readonly EditorMode[] = ['table', 'env', 'json']

export const isEditorMode = (text: string): text is EditorMode =>
  (modes as readonly string[]).includes(text)

interface EditorChoiceProps {
  mode: EditorMode
  onChange(mode: EditorMode): void
  /** The text has a mistake that would be lost. */
  isDisabled: boolean
}

/** Chooses between the table and the text editors. */
export function EditorChoice({ mode, onChange, isDisabled }: EditorChoiceProps) {
  const name = useId()
  return (
    <div className="editor-choice" role="radiogroup" aria-label={texts.editors}>
      {modes.map((each) => (
        <label key={each} className="editor-choice-option">
          <input
            type="radio"
            name={name}
            checked={each === mode}
            disabled={isDisabled && each !== mode}
            onChange={() => onChange(each)}
          />
          {texts.editorNames[each]}
        </label>
      ))}
    </div>
  )
}
