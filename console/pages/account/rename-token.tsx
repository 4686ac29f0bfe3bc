import { useState } from 'react'
import type { ApiToken } from '#client/resources/accounts/api-tokens.ts'
import { ownApiTokens } from '#client/resources/accounts/own-api-tokens.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.tokens

/** Name and description of a token. */
export function RenameToken({ token, onEnd }: { token: ApiToken; onEnd(): void }) {
  const [name, setName] = useState(token.name)
  const [description, setDescription] = useState(token.description ?? '')
  const rename = useAction({
    run: () => ownApiTokens(connection).rename(token.apiTokenId, { name, description }),
    changes: [queryKeys.account('api-tokens')],
    done: texts.renamed,
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.rename}
      action={texts.rename}
      isDisabled={name.trim() === ''}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={() => rename.mutate()}
    >
      <TextField label={texts.name} value={name} onChange={setName} autoFocus />
      <TextField label={texts.description} value={description} onChange={setDescription} />
    </Form>
  )
}
