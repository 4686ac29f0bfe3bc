import { Button } from '#console/components/controls/button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { draftTexts as texts } from '#console/texts/en/forms.ts'

interface LeaveQuestionProps {
  onStay(): void
  onLeave(): void
}

/** Whether what was typed may be lost. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      title={texts.leaveTitle}
      size="small"
      isOpen
      onClose={onStay}
      actions={
        <>
          <Button kind="danger" onClick={onLeave}>
            {texts.leave}
          </Button>
          <Button kind="primary" onClick={onStay} autoFocus>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.leaveHelp}</p>
    </Dialog>
  )
}
