import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emails } from '#client/resources/accounts/emails.ts'
import { connection } from '#console/api/connection.ts'
import { selfQuery } from '#console/api/queries/account.ts'
import { emailsQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { accountTexts } from '#console/texts/en/account.ts'

const texts = accountTexts.emails

/** Addresses of the user. */
export function AccountEmailsPage() {
  const user = useQuery(selfQuery)
  const others = useQuery(emailsQuery)
  return (
    <>
      <PageHeader title={texts.title} />
      <Panel title={texts.title} isTitleHidden isFlush>
        <p className="panel-body muted small">{texts.lead}</p>
        <Loaded query={user} skeleton={<SkeletonLines count={2} />}>
          {({ email }) => (
            <Loaded query={others} skeleton={<SkeletonLines count={2} />}>
              {(list) => <EmailTable primary={email} others={list} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      <Panel title={texts.add}>
        <AddEmail />
      </Panel>
    </>
  )
}

function EmailTable({ primary, others }: { primary: string; others: readonly string[] }) {
  const promote = useAction({
    run: (email: string) => emails(connection).makePrimary(email),
    changes: [queryKeys.self],
    done: texts.madePrimary,
  })
  const addresses = [primary, ...others.filter((email) => email !== primary)]
  return (
    <>
      <Table
        label={texts.title}
        rows={addresses}
        rowKey={(email) => email}
        columns={[
          {
            key: 'address',
            title: texts.columns.address,
            cell: (email) => (
              <span>
                {email} {email === primary && <Badge kind="accent">{texts.primary}</Badge>}
              </span>
            ),
          },
          actionsColumn<string>(
            (email) =>
              email !== primary && (
                <span className="row-actions">
                  <Button
                    size="small"
                    isPending={promote.isPending && promote.variables === email}
                    aria-label={texts.makePrimaryOf(email)}
                    onClick={() => promote.mutate(email)}
                  >
                    {texts.makePrimary}
                  </Button>
                  <ConfirmButton
                    size="small"
                    kind="quiet"
                    aria-label={texts.removeOf(email)}
                    question={texts.removeTitle}
                    help={texts.removeText(email)}
                    confirm={texts.remove}
                    run={() => emails(connection).remove(email)}
                    changes={[queryKeys.self]}
                    done={texts.removed}
                  >
                    {texts.remove}
                  </ConfirmButton>
                </span>
              ),
          ),
        ]}
      />
      {promote.isError && <ErrorLine error={promote.error} />}
    </>
  )
}

function AddEmail() {
  const draft = useDraft({ email: '' })
  const { email } = draft.values
  const [sentTo, setSentTo] = useState<string>()
  const add = useSubmit(draft, {
    run: (sent) => emails(connection).add(sent.email.trim()),
    onDone: (_, sent) => setSentTo(sent.email.trim()),
  })
  const remind = useAction({ run: () => emails(connection).remind() })
  return (
    <Form
      label={texts.add}
      action={texts.send}
      isDisabled={!email.includes('@')}
      isPending={add.isPending}
      error={add.error ?? remind.error}
      onSubmit={add.submit}
      aside={
        <Button isPending={remind.isPending} onClick={() => remind.mutate()}>
          {texts.again}
        </Button>
      }
    >
      <TextField
        label={texts.address}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(typed) => draft.set({ email: typed })}
      />
      {sentTo && <output className="small">{texts.sent(sentTo)}</output>}
      {remind.data && <output className="small">{remind.data.message}</output>}
    </Form>
  )
}
