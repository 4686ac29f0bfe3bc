import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { variableTexts as texts } from '#console/texts/en/application/variables.ts'
import { countChanges, type VariableChange } from './staged-changes.ts'
import '#console/components/controls/field.css'

interface StagedBarProps {
  changes: readonly VariableChange[]
  /** Why they cannot be saved, in one sentence. */
  problem: string | undefined
  /** Something has to be decided before they can be saved. */
  isBlocked: boolean
  isPending: boolean
  error: unknown
  onReview(): void
  onDiscard(): void
  onUpdate(): void
}

/** What is staged, at the lower edge of the window until it is saved or discarded. */
export function StagedBar(props: StagedBarProps) {
  const { changes, problem, isBlocked, isPending, error, onReview, onDiscard, onUpdate } = props
  const canUpdate = problem === undefined && !isBlocked && changes.length > 0
  return (
    <section className="staged-bar" aria-label={texts.stagedRegion}>
      <p role="status">{texts.staged(changes.length, countChanges(changes))}</p>
      {problem && <p className="field-error">{problem}</p>}
      {error ? <ErrorLine error={error} /> : null}
      <Button kind="quiet" onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button onClick={onReview} disabled={changes.length === 0}>
        {texts.review}
      </Button>
      <Button kind="primary" disabled={!canUpdate} isPending={isPending} onClick={onUpdate}>
        {texts.update}
      </Button>
    </section>
  )
}
