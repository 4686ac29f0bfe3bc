import { useState } from 'react'
import { type NewSecondFactor, secondFactor } from '#client/resources/accounts/second-factor.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { PasswordField } from '#console/components/forms/password-field.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { accountTexts } from '#console/texts/en/account.ts'
import { BackupCodes } from './backup-codes.tsx'
import { QrCode } from './qr-code.tsx'

const texts = accountTexts.security

/** Password, then the secret for the authenticator and its first code, then the backup codes. */
export function SetUp({ onEnd }: { onEnd(): void }) {
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = useAction({ run: () => secondFactor(connection).begin(password) })
  if (codes) return <BackupCodes codes={codes} onEnd={onEnd} />
  if (begin.data)
    return <ConfirmCode factor={begin.data} password={password} onConfirmed={setCodes} />
  return (
    <Form
      label={texts.setUp}
      action={texts.goOn}
      isDisabled={password === ''}
      isPending={begin.isPending}
      error={begin.error}
      onSubmit={() => begin.mutate()}
    >
      <PasswordField value={password} onChange={setPassword} autoFocus />
    </Form>
  )
}

interface ConfirmCodeProps {
  factor: NewSecondFactor
  password: string
  onConfirmed(codes: readonly string[]): void
}

function ConfirmCode({ factor: { url, qr }, password, onConfirmed }: ConfirmCodeProps) {
  const draft = useDraft({ code: '', revokeTokens: false })
  const { code, revokeTokens } = draft.values
  const confirm = useSubmit(draft, {
    run: async (sent) => {
      await secondFactor(connection).confirm(password, { ...sent, code: sent.code.trim() })
      return secondFactor(connection).backupCodes(password)
    },
    changes: [queryKeys.self],
    onDone: (made) => onConfirmed(made.map((each) => each.code)),
  })
  const secret = new URL(url).searchParams.get('secret') ?? ''
  return (
    <Form
      label={texts.setUp}
      action={texts.turnOn}
      isDisabled={code.trim() === ''}
      isPending={confirm.isPending}
      error={confirm.error}
      onSubmit={confirm.submit}
    >
      <p>{texts.scan}</p>
      <div className="second-factor-secret">
        <QrCode label={texts.qr} rows={qr} />
        <CopyValue what={texts.secret} value={secret} />
      </div>
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(typed) => draft.set({ code: typed })}
      />
      <Checkbox
        isOn={revokeTokens}
        hint={texts.revokeHint}
        onChange={(isOn) => draft.set({ revokeTokens: isOn })}
      >
        {texts.revoke}
      </Checkbox>
    </Form>
  )
}
