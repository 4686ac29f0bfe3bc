import { useNavigate } from '@tanstack/react-router'
import { networkGroups } from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { useFormValues } from '#console/components/forms/use-form-values.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'

const texts = networkGroupTexts.form
const empty = { label: '', description: '', tags: '' }

/** Makes a group without members and opens its page, where they are linked. */
export function CreateGroup({ ownerId, onEnd }: { ownerId: string; onEnd(): void }) {
  const navigate = useNavigate()
  const { values, set } = useFormValues(empty)
  const action = useAction({
    run: () =>
      networkGroups(connection).create(ownerId, {
        label: values.label.trim(),
        description: values.description.trim(),
        tags: values.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      }),
    changes: [queryKeys.ofOwner(ownerId, 'network-groups')],
    done: () => texts.created(values.label.trim()),
    onDone: ({ id }) => {
      onEnd()
      void navigate({ to: addressOf.networkGroup(ownerId, id) })
    },
  })
  return (
    <Form
      label={networkGroupTexts.create}
      action={texts.submit}
      onSubmit={() => action.mutate()}
      isPending={action.isPending}
      isDisabled={values.label.trim() === ''}
      error={action.error}
    >
      <TextField
        label={texts.name}
        value={values.label}
        onChange={(label) => set({ label })}
        autoFocus
      />
      <TextField
        label={texts.description}
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <TextField
        label={texts.tags}
        hint={texts.tagsHint}
        value={values.tags}
        onChange={(tags) => set({ tags })}
      />
    </Form>
  )
}
