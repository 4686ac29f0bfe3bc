import { useState } from 'react'
import { members, type Role } from '#client/resources/accounts/members.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'
import { roleChoices } from './roles.ts'

/** Invites by e-mail. */
export function Invite({ ownerId, onEnd }: { ownerId: string; onEnd(): void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('DEVELOPER')
  const [job, setJob] = useState('')
  const invite = useAction({
    run: () => members(connection).invite(ownerId, { email: email.trim(), role, job }),
    changes: [queryKeys.ofOwner(ownerId, 'invitations')],
    done: () => texts.sent(email.trim()),
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.invite}
      action={texts.send}
      isDisabled={!email.includes('@')}
      isPending={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate()}
    >
      <p className="muted small">{texts.inviteHelp}</p>
      <TextField label={texts.email} type="email" value={email} onChange={setEmail} autoFocus />
      <Select
        label={texts.role}
        hint={texts.meanings[role]}
        choices={roleChoices}
        value={role}
        onChange={(value) => setRole(value as Role)}
      />
      <TextField label={texts.job} hint={texts.jobHint} value={job} onChange={setJob} />
    </Form>
  )
}
