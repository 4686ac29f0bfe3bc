import { useQuery } from '@tanstack/react-query'
import { type Self, self } from '#client/resources/accounts/self.ts'
import { connection } from '#console/api/connection.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { PasswordField } from '#console/components/forms/password-field.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import { SecondFactor } from './second-factor/second-factor.tsx'

const texts = accountTexts.security

/** How the user proves who they are. */
export function AccountSecurityPage() {
  const query = useQuery(selfQuery)
  return (
    <>
      <PageHeader title={texts.title} guide="guides/authentication" />
      <Loaded query={query} skeleton={<SkeletonLines count={6} height="2rem" />}>
        {(user) => (
          <>
            <SecondFactor isOn={user.preferredMFA === 'TOTP'} />
            <Panel title={texts.password}>
              <ChangePassword user={user} />
            </Panel>
          </>
        )}
      </Loaded>
    </>
  )
}

const none = { old: '', new: '', again: '', dropTokens: false }

function ChangePassword({ user }: { user: Self }) {
  const draft = useDraft(none)
  const { values, set } = draft
  const differs = values.again !== '' && values.again !== values.new
  const change = useSubmit(draft, {
    run: (sent) =>
      self(connection).changePassword({
        oldPassword: sent.old,
        newPassword: sent.new,
        dropTokens: sent.dropTokens,
      }),
    changes: [queryKeys.self],
    done: texts.changed,
  })
  if (!user.hasPassword) return <p className="muted">{texts.noPassword}</p>
  return (
    <Form
      label={texts.change}
      action={texts.change}
      isDisabled={values.old === '' || values.new === '' || values.again !== values.new}
      isPending={change.isPending}
      error={change.error}
      onSubmit={change.submit}
    >
      <input
        className="visually-hidden"
        aria-hidden="true"
        tabIndex={-1}
        readOnly
        autoComplete="username"
        value={user.email}
      />
      <PasswordField label={texts.old} value={values.old} onChange={(old) => set({ old })} />
      <PasswordField
        label={texts.new}
        isNew
        value={values.new}
        onChange={(value) => set({ new: value })}
      />
      <PasswordField
        label={texts.again}
        isNew
        error={differs ? texts.differs : undefined}
        value={values.again}
        onChange={(again) => set({ again })}
      />
      <Checkbox
        isOn={values.dropTokens}
        hint={texts.dropHint}
        onChange={(dropTokens) => set({ dropTokens })}
      >
        {texts.drop}
      </Checkbox>
    </Form>
  )
}
