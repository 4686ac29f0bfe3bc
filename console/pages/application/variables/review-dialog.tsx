import { useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Switch } from '#console/components/controls/choices.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { ChangeList } from './change-list.tsx'
import type { VariableChange } from './staged-changes.ts'

interface ReviewDialogProps {
  isOpen: boolean
  changes: readonly VariableChange[]
  isPending: boolean
  canUpdate: boolean
  error: unknown
  onClose(): void
  onUpdate(): void
}

/** The difference that an update would make. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { isOpen, changes, isPending, canUpdate, error, onClose, onUpdate } = props
  const [areValuesShown, setValuesShown] = useState(false)
  return (
    <Dialog
      title={texts.reviewTitle}
      size="wide"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.back}</Button>
          <Button kind="primary" disabled={!canUpdate} isPending={isPending} onClick={onUpdate}>
            {texts.update}
          </Button>
        </>
      }
    >
      <p className="muted small">{texts.reviewHelp}</p>
      <Switch isOn={areValuesShown} onChange={setValuesShown}>
        {texts.showAll}
      </Switch>
      <ChangeList changes={changes} areValuesShown={areValuesShown} />
      {error ? <ErrorLine error={error} /> : null}
    </Dialog>
  )
}
