import type { ReactNode } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What happens. */
  children: ReactNode
  /** The verb of the button. */
  action: string
  isOpen: boolean
  isPending: boolean
  error?: unknown
  onClose(): void
  onConfirm(): void
}

/** Asks before something is taken away that can be made again; use `ConfirmButton` where a button leads to it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isOpen, isPending, error, onClose, onConfirm } = props
  return (
    <Dialog
      title={title}
      size="small"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="danger" isPending={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {error ? <ErrorLine error={error} /> : null}
    </Dialog>
  )
}
