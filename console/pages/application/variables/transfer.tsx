import { Download, FileUp, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { FileButton } from '#console/components/forms/file-button.tsx'
import { saveFile } from '#console/components/forms/save-file.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { formTexts } from '#console/texts/en/forms.ts'
import { changesBetween, countChanges, type Variables } from './staged-changes.ts'
import {
  detectFormat,
  readVariables,
  type VariableFormat,
  writeVariables,
} from './variable-format.ts'

interface ImportButtonProps {
  /** Variables with what is staged. */
  current: Variables
  onImport(wanted: Variables): void
}

export function ImportButton(props: ImportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={Upload} onClick={() => setOpen(true)}>
        {texts.import}
      </Button>
      {isOpen && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Stages the variables of a file or of a pasted text. */
function ImportDialog({ current, onImport, onClose }: ImportButtonProps & { onClose(): void }) {
  const draft = useDraft({ text: '', isReplacing: false })
  const { text, isReplacing } = draft.values
  const setText = (typed: string) => draft.set({ text: typed })
  const read = readVariables(text, detectFormat(text))
  const given = 'variables' in read ? read.variables : undefined
  const wanted = given && (isReplacing ? given : new Map([...current, ...given]))
  const changes = wanted ? changesBetween(current, wanted) : []
  const isGiven = text.trim() !== ''
  return (
    <Dialog
      title={texts.importTitle}
      isOpen
      isKept
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{componentTexts.cancel}</Button>
          <Button
            kind="primary"
            disabled={!isGiven || changes.length === 0}
            onClick={() => {
              if (wanted) onImport(wanted)
              onClose()
            }}
          >
            {texts.stage}
          </Button>
        </>
      }
    >
      <p className="muted small">{texts.importHelp}</p>
      <div>
        <FileButton
          label={texts.importFile}
          icon={FileUp}
          onChoose={([file]) => void file?.text().then(setText)}
        >
          {formTexts.chooseFile}
        </FileButton>
      </div>
      <TextArea
        label={texts.importText}
        isMono
        rows={8}
        spellCheck={false}
        value={text}
        onChange={setText}
        error={'problem' in read ? read.problem : undefined}
      />
      <Checkbox
        isOn={isReplacing}
        hint={texts.importAllHelp}
        onChange={(isOn) => draft.set({ isReplacing: isOn })}
      >
        {texts.importAll}
      </Checkbox>
      {isGiven && given && (
        <p className="small" role="status">
          {changes.length === 0
            ? texts.importNothing
            : texts.staged(changes.length, countChanges(changes))}
        </p>
      )}
    </Dialog>
  )
}

const files: Record<VariableFormat, { name: string; type: string }> = {
  env: { name: 'variables.env', type: 'text/plain' },
  json: { name: 'variables.json', type: 'application/json' },
}

/** Saves or copies the variables, with what is staged. */
export function ExportMenu({ variables }: { variables: Variables }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(writeVariables(variables, 'env'))
      showToast({ kind: 'good', text: texts.exportCopied })
    } catch {
      showToast({ kind: 'wrong', text: componentTexts.copyFailed })
    }
  }
  return (
    <MenuButton
      label={texts.export}
      size="small"
      icon={Download}
      groups={[
        {
          id: 'export',
          entries: [
            { id: 'env', label: texts.exportEnv, onSelect: () => download(variables, 'env') },
            { id: 'json', label: texts.exportJson, onSelect: () => download(variables, 'json') },
            { id: 'copy', label: texts.exportCopy, onSelect: () => void copy() },
          ],
        },
      ]}
    />
  )
}

const download = (variables: Variables, format: VariableFormat) => {
  const { name, type } = files[format]
  saveFile(name, new Blob([writeVariables(variables, format)], { type }))
}
