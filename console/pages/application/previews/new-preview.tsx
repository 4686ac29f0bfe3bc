import { previews } from '#client/resources/previews.ts'
import { connection } from '#console/api/connection.ts'
import { previewsQuery } from '#console/api/queries/application/previews.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { previewTexts as texts } from '#console/texts/en/application/repository/previews.ts'

/** Asks which branch a preview is made of. */
export function NewPreviewDialog({ address, onClose }: { address: OwnedId; onClose(): void }) {
  const draft = useDraft({ branch: '', isIsolated: false })
  const { values, set } = draft
  const create = useSubmit(draft, {
    run: ({ branch, isIsolated }) =>
      previews(connection).create(address, {
        branch: branch.trim(),
        ...(isIsolated && { isIsolated }),
      }),
    changes: [previewsQuery(address).queryKey],
    done: texts.created,
    onDone: onClose,
  })
  return (
    <Dialog title={texts.create} isOpen isKept onClose={onClose}>
      <Form
        label={texts.create}
        action={texts.createAction}
        isPending={create.isPending}
        isDisabled={values.branch.trim() === ''}
        error={create.error}
        onSubmit={create.submit}
      >
        <TextField
          label={texts.branch}
          hint={texts.branchHint}
          isMono
          autoFocus
          spellCheck={false}
          autoCapitalize="off"
          value={values.branch}
          onChange={(branch) => set({ branch })}
        />
        <Checkbox
          isOn={values.isIsolated}
          hint={texts.isolatedHint}
          onChange={(isIsolated) => set({ isIsolated })}
        >
          {texts.isolated}
        </Checkbox>
      </Form>
    </Dialog>
  )
}
