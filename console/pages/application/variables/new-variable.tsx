import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import type { Draft } from '#console/components/drafts/use-draft.ts'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { nameProblem, type Variables } from './staged-changes.ts'
import { detectFormat, readVariables } from './variable-format.ts'

/** What is typed before a variable is added. */
export const noVariable = { name: '', value: '' }

interface NewVariableProps {
  draft: Draft<typeof noVariable>
  present: Variables
  onAdd(variables: Variables): void
}

/** Adds a variable; several at once if `NAME=value` lines are pasted into the name. */
export function NewVariable({ draft, present, onAdd }: NewVariableProps) {
  const { name, value } = draft.values
  const [isTried, setTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const problem = nameProblem(name.trim(), present)
  const add = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(problem !== undefined)
    if (problem) return nameField.current?.focus()
    onAdd(new Map([[name.trim(), value]]))
    draft.discard()
    nameField.current?.focus()
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const read = readVariables(text, detectFormat(text))
    if (!('variables' in read) || read.variables.size === 0) return
    event.preventDefault()
    onAdd(read.variables)
  }
  return (
    <form className="new-variable" onSubmit={add}>
      <TextField
        label={texts.newName}
        ref={nameField}
        isMono
        spellCheck={false}
        autoCapitalize="off"
        value={name}
        onChange={(typed) => draft.set({ name: typed })}
        onPaste={paste}
        error={isTried && problem ? texts.nameProblems[problem] : undefined}
      />
      <TextArea
        label={texts.newValue}
        isMono
        spellCheck={false}
        rows={Math.min(10, value.split('\n').length)}
        value={value}
        onChange={(typed) => draft.set({ value: typed })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          add()
        }}
      />
      <Button type="submit" icon={Plus}>
        {texts.add}
      </Button>
    </form>
  )
}
