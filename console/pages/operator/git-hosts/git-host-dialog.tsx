import { type GitHost, type GitHostKind, gitHosts } from '#client/resources/git-hosts.ts'
import { connection } from '#console/api/connection.ts'
import { gitHostsQuery } from '#console/api/queries/operator/git-hosts.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { gitHostTexts as texts } from '#console/texts/en/operator/git-hosts.ts'

interface GitHostDialogProps {
  /** The one that is changed; a new one is registered without. */
  host: GitHost | undefined
  onClose(): void
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Asks for the kind and the address of a host, and for a token. */
export function GitHostDialog({ host, onClose }: GitHostDialogProps) {
  const draft = useDraft({
    kind: host?.kind ?? 'gitlab',
    url: host?.url ?? '',
    name: host?.name ?? '',
    token: '',
    tokenUse: host?.tokenUse ?? 'deploy-keys',
  })
  const { values, set, isChanged } = draft
  const save = useSubmit(draft, {
    run: ({ kind, url, name, token, tokenUse }) => {
      const wanted = {
        kind,
        url: url.trim(),
        tokenUse,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(token.trim() !== '' && { token: token.trim() }),
      }
      const api = gitHosts(connection)
      return host ? api.change(host.id, wanted) : api.add(wanted)
    },
    changes: [gitHostsQuery.queryKey],
    done: host ? texts.changed : texts.added,
    onDone: onClose,
  })
  const title = host ? texts.changeTitle : texts.add
  return (
    <Dialog title={title} isOpen isKept onClose={onClose}>
      <Form
        label={title}
        action={host ? texts.changeAction : texts.addAction}
        isPending={save.isPending}
        isDisabled={!isChanged || values.url.trim() === ''}
        error={save.error}
        onSubmit={save.submit}
      >
        <FieldRow>
          <Select
            label={texts.kind}
            value={values.kind}
            choices={choicesOf(texts.kinds)}
            onChange={(kind) => set({ kind: kind as GitHostKind })}
          />
          <TextField label={texts.name} value={values.name} onChange={(name) => set({ name })} />
        </FieldRow>
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          type="url"
          isMono
          value={values.url}
          onChange={(url) => set({ url })}
        />
        {values.kind !== 'git' && (
          <>
            <TextField
              label={texts.token}
              hint={host?.hasToken ? texts.tokenKept : texts.tokenHint}
              type="password"
              autoComplete="new-password"
              isMono
              value={values.token}
              onChange={(token) => set({ token })}
            />
            <Select
              label={texts.tokenUse}
              value={values.tokenUse}
              choices={choicesOf(texts.tokenUses)}
              onChange={(tokenUse) => set({ tokenUse: tokenUse as GitHost['tokenUse'] })}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
