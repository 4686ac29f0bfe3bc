import { members, type Role } from '#client/resources/accounts/members.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'
import { roleChoices } from './roles.ts'

const nobody: { email: string; role: Role; job: string } = {
  email: '',
  role: 'DEVELOPER',
  job: '',
}

/** Invites by e-mail. */
export function Invite({ ownerId, onEnd }: { ownerId: string; onEnd(): void }) {
  const draft = useDraft(nobody)
  const { email, role, job } = draft.values
  const invite = useSubmit(draft, {
    run: (sent) => members(connection).invite(ownerId, { ...sent, email: sent.email.trim() }),
    changes: [queryKeys.ofOwner(ownerId, 'invitations')],
    done: (sent) => texts.sent(sent.email.trim()),
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.invite}
      action={texts.send}
      isDisabled={!email.includes('@')}
      isPending={invite.isPending}
      error={invite.error}
      onSubmit={invite.submit}
    >
      <p className="muted small">{texts.inviteHelp}</p>
      <TextField
        label={texts.email}
        type="email"
        value={email}
        onChange={(typed) => draft.set({ email: typed })}
        autoFocus
      />
      <Select
        label={texts.role}
        hint={texts.meanings[role]}
        choices={roleChoices}
        value={role}
        onChange={(chosen) => draft.set({ role: chosen as Role })}
      />
      <TextField
        label={texts.job}
        hint={texts.jobHint}
        value={job}
        onChange={(typed) => draft.set({ job: typed })}
      />
    </Form>
  )
}
