import { type Cron, type CronPlace, crons } from '#client/resources/crons.ts'
import { connection } from '#console/api/connection.ts'
import { cronKey } from '#console/api/queries/application/crons.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { cronTexts as texts } from '#console/texts/en/application/tasks/crons.ts'
import {
  type CronForm,
  emptyCron,
  fieldsOf,
  formOf,
  isComplete,
  readSchedule,
  timeoutError,
} from './cron-form.ts'

interface CronDialogProps {
  address: OwnedId
  /** The task that is changed; a new one when absent. */
  cron?: Cron | undefined
  onClose(): void
}

/** Asks for the command of a scheduled task and when it runs, and says the times in words. */
export function CronDialog({ address, cron, onClose }: CronDialogProps) {
  const draft = useDraft(cron ? formOf(cron) : emptyCron)
  const form = draft.values
  const api = crons(connection)
  const save = useSubmit(draft, {
    run: (sent: CronForm) =>
      cron ? api.change(address, cron.id, fieldsOf(sent)) : api.add(address, fieldsOf(sent)),
    changes: [cronKey(address)],
    done: cron ? texts.changed : texts.created,
    onDone: onClose,
  })
  const change = (part: Partial<CronForm>) => {
    draft.set(part)
    save.reset()
  }
  const { words, error } = readSchedule(form.schedule)
  const title = cron ? texts.editTitle : texts.create
  return (
    <Dialog title={title} isOpen isKept onClose={onClose}>
      <Form
        label={title}
        action={cron ? texts.editAction : texts.createAction}
        isPending={save.isPending}
        isDisabled={!isComplete(form)}
        error={save.error}
        onSubmit={save.submit}
      >
        <TextField label={texts.name} value={form.name} onChange={(name) => change({ name })} />
        <TextField
          label={texts.schedule}
          hint={words ?? texts.scheduleHint}
          error={form.schedule.trim() === '' ? undefined : error}
          isMono
          spellCheck={false}
          autoCapitalize="off"
          value={form.schedule}
          onChange={(schedule) => change({ schedule })}
        />
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
            label={texts.where}
            value={form.where}
            choices={Object.entries(texts.places).map(([value, label]) => ({ value, label }))}
            onChange={(where) => change({ where: where as CronPlace })}
          />
          <TextField
            label={texts.timeout}
            error={timeoutError(form.minutes)}
            inputMode="numeric"
            value={form.minutes}
            onChange={(minutes) => change({ minutes })}
          />
        </FieldRow>
      </Form>
    </Dialog>
  )
}
