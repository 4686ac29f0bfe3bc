import { useNavigate } from '@tanstack/react-router'
import { networkGroups } from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'

const texts = networkGroupTexts.form
const empty = { label: '', description: '', tags: '' }

/** Makes a group without members and opens its page, where they are linked. */
export function CreateGroup({ ownerId, onEnd }: { ownerId: string; onEnd(): void }) {
  const navigate = useNavigate()
  const draft = useDraft(empty)
  const { values, set } = draft
  const action = useSubmit(draft, {
    run: ({ label, description, tags }) =>
      networkGroups(connection).create(ownerId, {
        label: label.trim(),
        description: description.trim(),
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
      }),
    changes: [queryKeys.ofOwner(ownerId, 'network-groups')],
    done: ({ label }) => texts.created(label.trim()),
    onDone: ({ id }) => {
      onEnd()
      void navigate(addressOf.networkGroup(ownerId, id))
    },
  })
  return (
    <Form
      label={networkGroupTexts.create}
      action={texts.submit}
      onSubmit={action.submit}
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
