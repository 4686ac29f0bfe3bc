import { useQuery } from '@tanstack/react-query'
import { Inbox, RotateCw } from 'lucide-react'
import {
  connectedRepository,
  type RepositoryDelivery,
} from '#client/resources/connected-repository.ts'
import { connection } from '#console/api/connection.ts'
import {
  repositoryDeliveriesQuery,
  repositoryQuery,
} from '#console/api/queries/application/repository.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { repositoryTexts as texts } from '#console/texts/en/application/repository/repository.ts'

const looks = { accepted: 'good', ignored: 'plain', refused: 'wrong' } as const

/** Calls of the host of the repository; what one has led to can be done again. */
export function DeliveryPanel({ address, mayChange }: { address: OwnedId; mayChange: boolean }) {
  const query = useQuery(repositoryDeliveriesQuery(address))
  const replay = useAction({
    run: ({ id }: RepositoryDelivery) => connectedRepository(connection).replay(address, id),
    changes: [repositoryQuery(address).queryKey],
    done: texts.replayed,
  })
  const actions = actionsColumn<RepositoryDelivery>(
    (delivery) =>
      mayChange &&
      delivery.outcome !== 'refused' && (
        <Button
          kind="quiet"
          size="small"
          icon={RotateCw}
          iconOnly
          isPending={replay.isPending && replay.variables.id === delivery.id}
          onClick={() => replay.mutate(delivery)}
        >
          {texts.replay(delivery.event || texts.unknownEvent)}
        </Button>
      ),
    { width: '4rem' },
  )
  return (
    <Panel title={texts.deliveries} isFlush>
      <Loaded query={query} skeleton={<TableSkeleton count={2} height="2.5rem" />}>
        {(deliveries) => (
          <Table
            label={texts.deliveries}
            columns={[...columns, actions]}
            rows={deliveries}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={Inbox} title={texts.noDeliveries}>
                {texts.noDeliveriesHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {replay.error && (
        <div className="panel-body">
          <ErrorLine error={replay.error} />
        </div>
      )}
    </Panel>
  )
}

const columns: Column<RepositoryDelivery>[] = [
  {
    key: 'event',
    title: texts.columns.event,
    cell: ({ host, event }) => (
      <span className="cell-name">
        <code>{event || texts.unknownEvent}</code>
        <small>{host}</small>
      </span>
    ),
  },
  {
    key: 'about',
    title: texts.columns.about,
    cell: ({ ref, commit }) => (
      <span className="cell-name">
        <code>{ref.replace(/^refs\/(heads|tags)\//, '')}</code>
        <small>{commit.slice(0, 7)}</small>
      </span>
    ),
  },
  {
    key: 'outcome',
    title: texts.columns.outcome,
    cell: ({ outcome, reason }) => (
      <span className="cell-name">
        <span>
          <Badge kind={looks[outcome]}>{texts.outcomes[outcome]}</Badge>
        </span>
        <small>{reason}</small>
      </span>
    ),
  },
  {
    key: 'date',
    title: texts.columns.date,
    width: '9rem',
    cell: ({ receivedAt }) => <RelativeTime date={receivedAt} />,
  },
]
