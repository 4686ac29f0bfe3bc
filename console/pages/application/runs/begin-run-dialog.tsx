import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Run, runs } from '#client/resources/runs.ts'
import { connection } from '#console/api/connection.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { runKey } from '#console/api/queries/application/runs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { beginSession } from '#console/components/terminal/terminal-session.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { flavorChoices } from '#console/pages/application/scaling/flavor-choices.ts'
import { runTexts } from '#console/texts/en/application/tasks/runs.ts'
import { emptyRun, fieldsOf, isComplete, type RunForm, timeoutError } from './run-form.ts'
import { runTerminal } from './run-terminal.ts'

const texts = runTexts.form

interface BeginRunDialogProps {
  address: OwnedId
  onClose(): void
}

/** Asks for a one-off command, begins it, and goes to its page: with its terminal, or the log of a detached one. */
export function BeginRunDialog({ address, onClose }: BeginRunDialogProps) {
  const navigate = useNavigate()
  const { data: application } = useQuery(applicationQuery(address))
  const draft = useDraft(emptyRun)
  const form = draft.values
  const begin = useSubmit(draft, {
    run: (sent: RunForm) => runs(connection).start(address, fieldsOf(sent)),
    changes: [runKey(address)],
    onDone(run: Run) {
      if (!run.detached) beginSession(runTerminal(address, run.id))
      onClose()
      void navigate(addressOf.run(address, run.id))
    },
  })
  const change = (part: Partial<RunForm>) => {
    draft.set(part)
    begin.reset()
  }
  const sizes = flavorChoices(application?.instance.flavors ?? [], {
    current: '',
    currency: undefined,
  })
  return (
    <Dialog title={texts.title} isOpen isKept onClose={onClose}>
      <Form
        label={texts.title}
        action={texts.action}
        isPending={begin.isPending}
        isDisabled={!isComplete(form)}
        error={begin.error}
        onSubmit={begin.submit}
      >
        <TextField
          label={texts.command}
          hint={texts.commandHint}
          isMono
          spellCheck={false}
          autoCapitalize="off"
          value={form.command}
          onChange={(command) => change({ command })}
        />
        <FieldRow>
          <Select
            label={texts.size}
            value={form.size}
            choices={[{ value: '', label: texts.ownSize }, ...sizes]}
            onChange={(size) => change({ size })}
          />
          <TextField
            label={texts.timeout}
            error={timeoutError(form.timeout)}
            value={form.timeout}
            onChange={(timeout) => change({ timeout })}
          />
        </FieldRow>
        <Checkbox
          isOn={form.detached}
          hint={texts.detachedHint}
          onChange={(detached) => change({ detached })}
        >
          {texts.detached}
        </Checkbox>
      </Form>
    </Dialog>
  )
}
