import { useQuery } from '@tanstack/react-query'
import { Mail, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type EmailHook, emailHooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { membersQuery } from '#console/api/queries/members.ts'
import { emailHooksQuery } from '#console/api/queries/notifications.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { useOwners } from '#console/navigation/use-owner.ts'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { EmailForm } from './email-form.tsx'
import { isAbout, recipientNames } from './hook-filter.ts'
import { eventText, useScopeNames } from './scope-choice.tsx'

/** E-mail notifications of an owner, or those about one of its applications. */
export function EmailPanel({ ownerId, subjectId }: { ownerId: string; subjectId?: string }) {
  const isPersonal = useOwners().current?.isPersonal ?? false
  const query = useQuery(emailHooksQuery(ownerId))
  const { data: members = [] } = useQuery({ ...membersQuery(ownerId), enabled: !isPersonal })
  const [edited, setEdited] = useState<EmailHook | 'new'>()
  const scopeNames = useScopeNames()
  const add = (
    <Button icon={Plus} onClick={() => setEdited('new')}>
      {texts.addEmail}
    </Button>
  )
  const people = members.map(({ member }) => member)
  const recipientsOf = ({ notified }: EmailHook) =>
    isPersonal
      ? texts.me
      : recipientNames(notified, people, {
          everyone: texts.everyone,
          formerMember: texts.formerMember,
        }).join(', ')
  const nameOf = ({ name, events }: EmailHook) => name || eventText(events)
  const columns: Column<EmailHook>[] = [
    { key: 'name', title: texts.name, cell: (hook) => <strong>{nameOf(hook)}</strong> },
    { key: 'recipients', title: texts.columns.recipients, cell: recipientsOf },
    { key: 'events', title: texts.columns.events, cell: ({ events }) => eventText(events) },
    { key: 'scope', title: texts.columns.scope, cell: ({ scope }) => scopeNames(scope) },
    actionsColumn(
      (hook) => (
        <span className="row-actions">
          <Button kind="quiet" size="small" icon={Pencil} iconOnly onClick={() => setEdited(hook)}>
            {texts.changeEmail(nameOf(hook))}
          </Button>
          <ConfirmButton
            kind="quiet"
            size="small"
            icon={Trash2}
            iconOnly
            question={texts.removeEmailTitle}
            help={texts.removeEmailHelp}
            confirm={texts.remove}
            run={() => emailHooks(connection).remove(ownerId, hook.id)}
            changes={[queryKeys.ofOwner(ownerId, 'email-hooks')]}
            done={texts.emailRemoved}
          >
            {texts.removeEmail(nameOf(hook))}
          </ConfirmButton>
        </span>
      ),
      { width: '6.5rem' },
    ),
  ]
  return (
    <Panel title={texts.emails} isFlush actions={query.data?.length ? add : undefined}>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {(all) => (
          <Table
            label={texts.emails}
            columns={columns}
            rows={all.filter((hook) => subjectId === undefined || isAbout(hook, subjectId))}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={Mail}
                title={texts.noEmails}
                action={all.length === 0 ? add : undefined}
              >
                {texts.noEmailsHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <Dialog
        title={edited === 'new' ? texts.addEmailTitle : texts.changeEmailTitle}
        isOpen={edited !== undefined}
        isKept
        onClose={() => setEdited(undefined)}
      >
        <EmailForm
          ownerId={ownerId}
          isPersonal={isPersonal}
          hook={edited === 'new' ? undefined : edited}
          scope={subjectId === undefined ? null : [subjectId]}
          onEnd={() => setEdited(undefined)}
        />
      </Dialog>
    </Panel>
  )
}
