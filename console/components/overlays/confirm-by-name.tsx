import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmByNameProps extends ConfirmDialogProps {
  /** What has to be typed. */
  name: string
}

/** Asks for the name of what is about to be lost. */
export function ConfirmByName(props: ConfirmByNameProps) {
  const { title, children, name, action, isOpen, isPending, error, onClose, onConfirm } = props
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name
  const close = () => {
    setTyped('')
    onClose()
  }
  return (
    <Dialog
      title={title}
      size="small"
      isOpen={isOpen}
      onClose={close}
      isKept
      actions={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button kind="danger" disabled={!isRight} isPending={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <TextField
        label={texts.typeToConfirm(name)}
        value={typed}
        onChange={setTyped}
        spellCheck={false}
        autoFocus
      />
      {error ? <ErrorLine error={error} /> : null}
    </Dialog>
  )
}
