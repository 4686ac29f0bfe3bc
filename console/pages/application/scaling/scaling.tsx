import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import type { InstanceStatus } from '#client/resources/overview.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { buildSizesQuery } from '#console/api/queries/application/scaling.ts'
import { usageQuery } from '#console/api/queries/organisations.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { type ApplicationParams, applicationIn } from '#console/navigation/page-params.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'
import { BuildSize } from './build-size.tsx'
import { ScaleEditor } from './scale-editor.tsx'
import './scaling.css'

export function loadApplicationScaling(queryClient: QueryClient, params: ApplicationParams) {
  void queryClient.prefetchQuery(statusQuery(applicationIn(params)))
  void queryClient.prefetchQuery(buildSizesQuery)
  void queryClient.prefetchQuery(usageQuery(params.ownerId))
}

/** How many instances of which size, what that costs, and what runs now. */
export function ApplicationScalingPage() {
  const address = useApplicationAddress()
  const application = useQuery(applicationQuery(address))
  const status = useQuery(statusQuery(address))
  // Prices have no currency of their own: it is that of the owner's invoices.
  const { data: usage } = useQuery(usageQuery(address.ownerId))
  return (
    <>
      <Panel title={texts.title} guide="guides/scaling">
        <Loaded query={application} skeleton={<SkeletonLines count={4} height="2.25rem" />}>
          {(value) => <ScaleEditor key={value.id} application={value} currency={usage?.currency} />}
        </Loaded>
      </Panel>
      <Panel title={texts.now} isFlush>
        <Loaded query={status} skeleton={<div className="panel-body" />}>
          {({ instanceList }) => <Instances list={instanceList} />}
        </Loaded>
      </Panel>
      <Panel title={texts.build}>
        <Loaded query={application}>
          {(value) => <BuildSize key={value.id} application={value} currency={usage?.currency} />}
        </Loaded>
      </Panel>
    </>
  )
}

const looks = {
  starting: 'accent',
  running: 'good',
  restarting: 'warning',
  'not-answering': 'wrong',
  stopping: 'plain',
} as const

const columns: Column<InstanceStatus>[] = [
  {
    key: 'number',
    title: texts.columns.instance,
    sortBy: ({ number }) => number,
    cell: ({ number, lastExit }) => (
      <span className="scaling-instance">
        {texts.number(number)}
        {lastExit && <small className="muted">{lastExit}</small>}
      </span>
    ),
  },
  {
    key: 'state',
    title: texts.columns.state,
    cell: ({ state }) => <LiveBadge kind={looks[state]}>{texts.states[state]}</LiveBadge>,
  },
  { key: 'size', title: texts.columns.size, cell: ({ flavor }) => flavor },
  {
    key: 'since',
    title: texts.columns.since,
    cell: ({ date }) => <RelativeTime date={date} />,
  },
]

function Instances({ list }: { list: readonly InstanceStatus[] }) {
  return (
    <Table
      label={texts.instances}
      columns={columns}
      rows={list}
      rowKey={({ id }) => id}
      sortedBy="number"
      empty={
        <EmptyState icon={Layers} title={texts.notRunning}>
          {texts.notRunningHelp}
        </EmptyState>
      }
    />
  )
}
