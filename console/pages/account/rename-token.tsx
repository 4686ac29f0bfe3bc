import type { ApiToken } from '#client/resources/accounts/api-tokens.ts'
import { ownApiTokens } from '#client/resources/accounts/own-api-tokens.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.tokens

/** Name and description of a token. */
export function RenameToken({ token, onEnd }: { token: ApiToken; onEnd(): void }) {
  const draft = useDraft({ name: token.name, description: token.description ?? '' })
  const { values, set } = draft
  const rename = useSubmit(draft, {
    run: (sent) => ownApiTokens(connection).rename(token.apiTokenId, sent),
    changes: [queryKeys.account('api-tokens')],
    done: texts.renamed,
    onDone: onEnd,
  })
  return (
    <Form
      label={texts.rename}
      action={texts.rename}
      isDisabled={values.name.trim() === ''}
      isPending={rename.isPending}
      error={rename.error}
      onSubmit={rename.submit}
    >
      <TextField
        label={texts.name}
        value={values.name}
        onChange={(name) => set({ name })}
        autoFocus
      />
      <TextField
        label={texts.description}
        value={values.description}
        onChange={(description) => set({ description })}
      />
    </Form>
  )
}
