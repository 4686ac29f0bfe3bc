import { useQuery } from '@tanstack/react-query'
import type { NewApiToken } from '#client/resources/accounts/api-tokens.ts'
import { ownApiTokens } from '#client/resources/accounts/own-api-tokens.ts'
import { connection } from '#console/api/connection.ts'
import { platformQuery, selfQuery } from '#console/api/queries/account.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { CommandBlock, CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { PasswordField } from '#console/components/forms/password-field.tsx'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.tokens
const expiries = Object.entries(texts.expiries).map(([value, label]) => ({ value, label }))
const none = { name: '', description: '', expiry: '30d', date: '', password: '', mfaCode: '' }

/** Name, expiry and password; then the token, once. */
export function NewToken({ onEnd }: { onEnd(): void }) {
  const { data: user } = useQuery(selfQuery)
  const draft = useDraft(none)
  const { values, set } = draft
  const hasFactor = user?.preferredMFA === 'TOTP'
  const isDated = values.expiry === 'date'
  const create = useSubmit(draft, {
    run: ({ name, description, mfaCode, password, expiry, date }) => {
      const expirationDate = expiry === 'date' ? date : expiry
      return ownApiTokens(connection).create(
        {
          name: name.trim(),
          ...(description && { description }),
          ...(expirationDate && { expirationDate }),
          ...(hasFactor && { mfaCode }),
        },
        password,
      )
    },
    changes: [queryKeys.account('api-tokens')],
  })
  if (create.data) return <MadeToken token={create.data} onEnd={onEnd} />
  return (
    <Form
      label={texts.create}
      action={texts.create}
      isDisabled={
        values.name.trim() === '' || values.password === '' || (isDated && values.date === '')
      }
      isPending={create.isPending}
      error={create.error}
      onSubmit={create.submit}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        autoFocus
        value={values.name}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={texts.description}
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <FieldRow>
        <Select
          label={texts.expiry}
          choices={expiries}
          value={values.expiry}
          onChange={(expiry) => set({ expiry })}
        />
        {isDated && (
          <TextField
            type="date"
            label={texts.date}
            value={values.date}
            onChange={(date) => set({ date })}
          />
        )}
      </FieldRow>
      <PasswordField value={values.password} onChange={(password) => set({ password })} />
      {hasFactor && (
        <TextField
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={values.mfaCode}
          onChange={(mfaCode) => set({ mfaCode })}
        />
      )}
    </Form>
  )
}

function MadeToken({ token: { apiToken }, onEnd }: { token: NewApiToken; onEnd(): void }) {
  const { data: platform } = useQuery(platformQuery)
  return (
    <>
      <p role="status">{texts.madeText}</p>
      <CopyValue what={texts.token} value={apiToken} />
      {platform && (
        <>
          <p>{texts.usedSo}</p>
          <CommandBlock
            what={texts.example}
            value={`curl -H 'Authorization: Bearer ${apiToken}' ${platform.bridge}/v2/self`}
          />
        </>
      )}
      <div className="form-actions">
        <Button kind="primary" onClick={onEnd}>
          {texts.finish}
        </Button>
      </div>
    </>
  )
}
