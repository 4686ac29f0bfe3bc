import { useQuery } from '@tanstack/react-query'
import { organisations } from '#client/resources/accounts/organisations.ts'
import { type Self, self } from '#client/resources/accounts/self.ts'
import { connection } from '#console/api/connection.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { AddressFields, addressIn } from '#console/components/forms/address-fields.tsx'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { PictureForm } from '#console/components/forms/picture-form.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useWayBack } from '#console/navigation/use-way-back.ts'
import { accountTexts } from '#console/texts/en/account.ts'
import { formTexts } from '#console/texts/en/forms.ts'
import { DeleteAccount } from './delete-account.tsx'

const texts = accountTexts.profile

/** Profile of the user, and the deletion of the account. */
export function AccountProfilePage() {
  const query = useQuery(selfQuery)
  return (
    <>
      <PageHeader title={texts.title} />
      <Loaded query={query} skeleton={<SkeletonLines count={8} height="2rem" />}>
        {(user) => (
          <>
            <Panel title={texts.about}>
              <PictureForm
                name={user.name || user.email}
                picture={user.avatar}
                put={(picture) => organisations(connection).setAvatar(user.id, picture)}
                remove={() => organisations(connection).deleteAvatar(user.id)}
                changes={[queryKeys.self, queryKeys.summary]}
              />
              <ProfileForm key={user.id} user={user} />
            </Panel>
            <Panel title={texts.facts}>
              <FactList
                facts={[
                  { name: texts.id, value: <CopyValue what={texts.id} value={user.id} /> },
                  {
                    name: texts.email,
                    value: (
                      <>
                        {user.email}{' '}
                        <ConsoleLink to={addressOf.account('emails')}>
                          {texts.changeEmails}
                        </ConsoleLink>
                      </>
                    ),
                  },
                  { name: texts.created, value: <RelativeTime date={user.creationDate} /> },
                ]}
              />
            </Panel>
            <DeleteAccount user={user} />
          </>
        )}
      </Loaded>
    </>
  )
}

const valuesOf = (user: Self) => ({ name: user.name, phone: user.phone, ...addressIn(user) })

function ProfileForm({ user }: { user: Self }) {
  const draft = useDraft(valuesOf(user))
  const { values, set } = draft
  const { hasWayBack, goBack } = useWayBack()
  const save = useSubmit(draft, {
    run: (sent) => self(connection).change(sent),
    changes: [queryKeys.self, queryKeys.summary],
    done: formTexts.saved,
    onDone: goBack,
  })
  return (
    <Form
      label={texts.about}
      action={formTexts.save}
      isDisabled={!draft.isChanged || values.name.trim() === ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={save.submit}
    >
      <FieldRow>
        <TextField
          label={texts.name}
          autoComplete="name"
          value={values.name}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          value={values.phone}
          onChange={(phone) => set({ phone })}
        />
      </FieldRow>
      <AddressFields value={values} onChange={set} hasFocus={hasWayBack} />
    </Form>
  )
}
