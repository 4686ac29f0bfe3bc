import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#client/resources/events/notifications.ts'
import { webhooksQuery } from '#console/api/queries/notifications.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { hostOf, isAbout } from './hook-filter.ts'
import { eventText, useScopeNames } from './scope-choice.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Webhooks of an owner, or those about one of its applications. */
export function WebhookPanel({ ownerId, subjectId }: { ownerId: string; subjectId?: string }) {
  const query = useQuery(webhooksQuery(ownerId))
  const [isAdding, setAdding] = useState(false)
  const scopeNames = useScopeNames()
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.webhooks} isFlush actions={query.data?.length ? add : undefined}>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {(all) => (
          <Table
            label={texts.webhooks}
            columns={columnsFor(ownerId, scopeNames)}
            rows={all.filter((hook) => subjectId === undefined || isAbout(hook, subjectId))}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon={WebhookIcon}
                title={texts.none}
                action={all.length === 0 ? add : undefined}
              >
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <Dialog title={texts.addTitle} isOpen={isAdding} isKept onClose={() => setAdding(false)}>
        <WebhookForm
          ownerId={ownerId}
          scope={subjectId === undefined ? null : [subjectId]}
          onEnd={() => setAdding(false)}
        />
      </Dialog>
    </Panel>
  )
}

const columnsFor = (
  ownerId: string,
  scopeNames: (scope: readonly string[] | null) => string,
): Column<Webhook>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    cell: ({ id, name, urls }) => (
      <span className="cell-name">
        <ConsoleLink to={addressOf.webhook(ownerId, id)}>
          {name || hostOf(urls[0]?.url ?? '')}
        </ConsoleLink>
        <small>{urls.map(({ url }) => hostOf(url)).join(', ')}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: texts.columns.state,
    width: '8rem',
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  { key: 'events', title: texts.columns.events, cell: ({ events }) => eventText(events) },
  { key: 'scope', title: texts.columns.scope, cell: ({ scope }) => scopeNames(scope) },
]

export function WebhookState({ webhook: { state } }: { webhook: Webhook }) {
  return state === 'ENABLED' ? (
    <Badge kind="good">{texts.enabled}</Badge>
  ) : (
    <Badge kind="warning">{texts.disabled}</Badge>
  )
}
