import { type DrainKind, type DrainType, drains } from '#client/resources/applications/drains.ts'
import { connection } from '#console/api/connection.ts'
import { drainsQuery } from '#console/api/queries/application/drains.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { drainTexts as texts } from '#console/texts/en/application/drains.ts'
import {
  type DrainField,
  type DrainForm,
  drainOf,
  drainTypes,
  fieldsOf,
  isComplete,
} from './drain-form.ts'

interface NewDrainDialogProps {
  address: OwnedId
  onClose(): void
}

const empty: DrainForm = { kind: 'LOG', type: 'SYSLOG_TCP', url: '', values: {} }

/** Asks where a log is sent to, with the fields that the type of recipient has. */
export function NewDrainDialog({ address, onClose }: NewDrainDialogProps) {
  const draft = useDraft(empty)
  const form = draft.values
  const add = useSubmit(draft, {
    run: (sent) => drains(connection).create(address, drainOf(sent)),
    changes: [drainsQuery(address).queryKey],
    done: texts.created,
    onDone: onClose,
  })
  const change = (part: Partial<DrainForm>) => {
    draft.set(part)
    add.reset()
  }
  return (
    <Dialog title={texts.create} isOpen isKept onClose={onClose}>
      <Form
        label={texts.create}
        action={texts.createAction}
        isPending={add.isPending}
        isDisabled={!isComplete(form)}
        error={add.error}
        onSubmit={add.submit}
      >
        <FieldRow>
          <Select
            label={texts.type}
            value={form.type}
            choices={drainTypes.map((type) => ({ value: type, label: texts.types[type] }))}
            onChange={(type) => change({ type: type as DrainType })}
          />
          <Select
            label={texts.kind}
            value={form.kind}
            choices={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
            onChange={(kind) => change({ kind: kind as DrainKind })}
          />
        </FieldRow>
        <TextField
          label={texts.url}
          hint={texts.urlHints[form.type]}
          isMono
          spellCheck={false}
          autoCapitalize="off"
          value={form.url}
          onChange={(url) => change({ url })}
        />
        {fieldsOf[form.type].map((field) => (
          <RecipientField
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            onChange={(value) => change({ values: { ...form.values, [field.name]: value } })}
          />
        ))}
      </Form>
    </Dialog>
  )
}

interface RecipientFieldProps {
  field: DrainField
  value: string
  onChange(value: string): void
}

function RecipientField({ field, value, onChange }: RecipientFieldProps) {
  const { name, isRequired, isSecret } = field
  const label = texts.fields[name]
  return (
    <TextField
      label={isRequired ? label : texts.optional(label)}
      hint={texts.fieldHints[name] ?? (isSecret ? texts.secretHint : undefined)}
      type={isSecret ? 'password' : 'text'}
      // Browsers would fill in the user's own password otherwise.
      autoComplete={isSecret ? 'new-password' : 'off'}
      isMono
      spellCheck={false}
      autoCapitalize="off"
      value={value}
      onChange={onChange}
    />
  )
}
