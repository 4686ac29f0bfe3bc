import { useQuery } from '@tanstack/react-query'
import { type Invitation, members } from '#client/resources/accounts/members.ts'
import { connection } from '#console/api/connection.ts'
import { invitationsQuery } from '#console/api/queries/members.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { memberTexts as texts } from '#console/texts/en/organisation/members.ts'

/** Invitations that nobody has answered; nothing without one. */
export function Invitations({ ownerId }: { ownerId: string }) {
  const { data = [], error } = useQuery(invitationsQuery(ownerId))
  const withdraw = useAction({
    run: (id: string) => members(connection).withdrawInvitation(ownerId, id),
    changes: [queryKeys.ofOwner(ownerId, 'invitations')],
    done: texts.withdrawn,
  })
  if (error) return <ErrorLine error={error} />
  if (data.length === 0) return null
  return (
    <Panel title={texts.invitations} isFlush>
      <Table<Invitation>
        label={texts.invitations}
        rows={data}
        rowKey={({ id }) => id}
        columns={[
          { key: 'email', title: texts.columns.email, cell: ({ email }) => email },
          { key: 'role', title: texts.columns.role, cell: ({ role }) => texts.roles[role] },
          {
            key: 'sent',
            title: texts.columns.sent,
            cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
          },
          {
            key: 'expires',
            title: texts.columns.expires,
            cell: ({ expiresAt }) => <RelativeTime date={expiresAt} />,
          },
          actionsColumn<Invitation>(({ id, email }) => (
            <Button
              size="small"
              kind="quiet"
              isPending={withdraw.isPending && withdraw.variables === id}
              aria-label={texts.withdrawOf(email)}
              onClick={() => withdraw.mutate(id)}
            >
              {texts.withdraw}
            </Button>
          )),
        ]}
      />
      {withdraw.isError && <ErrorLine error={withdraw.error} />}
    </Panel>
  )
}
