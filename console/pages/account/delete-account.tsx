import { useState } from 'react'
import { type Self, self } from '#client/resources/accounts/self.ts'
import { connection } from '#console/api/connection.ts'
import { loginPath } from '#console/api/signed-out.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { PasswordField } from '#console/components/forms/password-field.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.profile

/** The end of the account: by its e-mail address and the password. */
export function DeleteAccount({ user }: { user: Self }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={texts.danger} isDangerous>
      <p className="panel-lead">{texts.deleteLead}</p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {texts.delete}
      </Button>
      <Dialog
        title={texts.deleteTitle}
        size="small"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isKept
      >
        <DeleteForm user={user} />
      </Dialog>
    </Panel>
  )
}

function DeleteForm({ user: { email } }: { user: Self }) {
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const end = useAction({
    run: () => self(connection).delete(password),
    onDone: () => location.assign(loginPath),
  })
  return (
    <Form
      label={texts.delete}
      action={texts.delete}
      isDangerous
      isDisabled={typed.trim() !== email || password === ''}
      isPending={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate()}
    >
      <p>{texts.deleteText}</p>
      <TextField label={texts.deleteEmail(email)} value={typed} onChange={setTyped} autoFocus />
      <PasswordField value={password} onChange={setPassword} />
    </Form>
  )
}
