import { toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'

/** Downloads a tool before an application needs it. */
export function FetchToolForm({ onEnd }: { onEnd(): void }) {
  const draft = useDraft({ name: '', version: '' })
  const { name, version } = draft.values
  const fetching = useSubmit(draft, {
    run: (sent) =>
      toolchains(connection).fetch({
        name: sent.name.trim().toLowerCase(),
        version: sent.version.trim(),
      }),
    changes: [queryKeys.operator('toolchains')],
    onDone: (tool) => {
      showToast({ kind: 'good', text: texts.fetched(tool) })
      onEnd()
    },
  })
  return (
    <Form
      label={texts.fetch}
      action={texts.fetch}
      isPending={fetching.isPending}
      isDisabled={name.trim() === '' || version.trim() === ''}
      error={fetching.error}
      onSubmit={fetching.submit}
    >
      <p className="muted small">{texts.fetchHelp}</p>
      <TextField
        label={texts.fetchName}
        hint={texts.fetchNameHint}
        autoFocus
        value={name}
        onChange={(typed) => draft.set({ name: typed })}
      />
      <TextField
        label={texts.fetchVersion}
        hint={texts.fetchVersionHint}
        value={version}
        onChange={(typed) => draft.set({ version: typed })}
      />
    </Form>
  )
}
