import { useInfiniteQuery } from '@tanstack/react-query'
import { Eye, Inbox, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { type WebhookDelivery, webhooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { webhookDeliveriesQuery } from '#console/api/queries/notifications.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine, ErrorPanel } from '#console/components/display/error-panel.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { duration } from '#console/format/times.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'

const kinds = { pending: 'accent', delivered: 'good', failed: 'wrong' } as const
const stateChoices = [
  { value: '', label: texts.anyState },
  ...Object.entries(texts.deliveryStates).map(([value, label]) => ({ value, label })),
]

/** What a webhook delivered or tried to, newest first; each can be sent again. */
export function DeliveryPanel({ ownerId, webhookId }: { ownerId: string; webhookId: string }) {
  const [state, setState] = useAddressState('state')
  const query = useInfiniteQuery(webhookDeliveriesQuery(ownerId, webhookId, state))
  const [opened, setOpened] = useState<WebhookDelivery>()
  const replay = useAction({
    run: ({ id }: WebhookDelivery) => webhooks(connection).replay(ownerId, webhookId, id),
    changes: [queryKeys.ofOwner(ownerId, 'webhook-deliveries')],
    done: texts.replayed,
    onDone: () => setOpened(undefined),
  })
  const list = query.data?.pages.flat()
  return (
    <Panel
      title={texts.deliveries}
      isFlush
      actions={
        <Select
          label={texts.stateFilter}
          isLabelHidden
          value={state}
          choices={stateChoices}
          onChange={setState}
        />
      }
    >
      {!list && (query.isError ? <ErrorPanel error={query.error} /> : <TableSkeleton />)}
      {list && (
        <Table
          label={texts.deliveries}
          columns={columnsFor(setOpened)}
          rows={list}
          rowKey={({ id }) => id}
          empty={
            state === '' ? (
              <EmptyState icon={Inbox} title={texts.noDeliveries}>
                {texts.noDeliveriesHelp}
              </EmptyState>
            ) : (
              <EmptyState title={texts.noSuchDelivery} />
            )
          }
        />
      )}
      {query.hasNextPage && (
        <div className="panel-body">
          <Button isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      )}
      <Dialog
        title={opened?.event ?? texts.detailsTitle}
        size="wide"
        isOpen={opened !== undefined}
        onClose={() => {
          setOpened(undefined)
          replay.reset()
        }}
        actions={
          opened &&
          opened.state !== 'pending' && (
            <Button
              kind="primary"
              icon={RotateCw}
              isPending={replay.isPending}
              onClick={() => replay.mutate(opened)}
            >
              {texts.replay}
            </Button>
          )
        }
      >
        {opened && <Details delivery={opened} />}
        {replay.error && <ErrorLine error={replay.error} />}
      </Dialog>
    </Panel>
  )
}

const columnsFor = (onOpen: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] => [
  {
    key: 'event',
    title: texts.deliveryColumns.event,
    cell: ({ event }) => <code>{event}</code>,
  },
  {
    key: 'state',
    title: texts.deliveryColumns.state,
    width: '8rem',
    cell: ({ state }) => <Badge kind={kinds[state]}>{texts.deliveryStates[state]}</Badge>,
  },
  {
    key: 'answer',
    title: texts.deliveryColumns.answer,
    cell: (delivery) => <Answer delivery={delivery} />,
  },
  {
    key: 'date',
    title: texts.deliveryColumns.date,
    width: '9rem',
    cell: ({ createdAt }) => <RelativeTime date={createdAt} />,
  },
  actionsColumn(
    (delivery) => (
      <Button kind="quiet" size="small" icon={Eye} iconOnly onClick={() => onOpen(delivery)}>
        {texts.details(delivery.event)}
      </Button>
    ),
    { width: '4rem' },
  ),
]

function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { status, duration: took, attempts, nextAttemptAt, failure } = delivery
  return (
    <span className="cell-name">
      <span>
        {status !== null && texts.status(status)}
        {status !== null && took !== null && ` · ${duration(took)}`}
        {status === null && failure}
      </span>
      <small>
        {texts.attempts(attempts)}
        {nextAttemptAt && (
          <>
            {' · '}
            {texts.nextAttempt} <RelativeTime date={nextAttemptAt} />
          </>
        )}
      </small>
    </span>
  )
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
  const { url, state, createdAt, failure, body, excerpt } = delivery
  return (
    <div className="delivery-details">
      <FactList
        facts={[
          { name: texts.url, value: <code className="webhook-url">{url}</code> },
          { name: texts.deliveryColumns.state, value: texts.deliveryStates[state] },
          { name: texts.deliveryColumns.answer, value: <Answer delivery={delivery} /> },
          { name: texts.deliveryColumns.date, value: <RelativeTime date={createdAt} /> },
          failure !== '' && { name: texts.failure, value: failure },
        ]}
      />
      <h3>{texts.body}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{indented(body)}</pre>
      {excerpt !== '' && (
        <>
          <h3>{texts.excerpt}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{excerpt}</pre>
        </>
      )}
    </div>
  )
}

/** JSON with line breaks; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
