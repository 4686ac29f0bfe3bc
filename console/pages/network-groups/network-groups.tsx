import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Network, Plus } from 'lucide-react'
import { useState } from 'react'
import type { NetworkGroup } from '#client/resources/applications/network-groups.ts'
import { mayDo } from '#console/api/permissions.ts'
import { networkGroupsQuery } from '#console/api/queries/network-groups.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { networkGroupTexts as texts } from '#console/texts/en/organisation/network-groups.ts'
import { CreateGroup } from './create-group.tsx'

export function loadNetworkGroups(queryClient: QueryClient, { ownerId }: OwnerParams) {
  void queryClient.prefetchQuery(networkGroupsQuery(ownerId))
}

/** Private networks of an organisation. */
export function NetworkGroupsPage() {
  const { current } = useOwners()
  if (!current) return null
  if (!mayDo(current.role, 'see')) return <NotFound />
  return <Groups ownerId={current.id} mayCreate={mayDo(current.role, 'administer')} />
}

function Groups({ ownerId, mayCreate }: { ownerId: string; mayCreate: boolean }) {
  const query = useQuery(networkGroupsQuery(ownerId))
  const [isCreating, setCreating] = useState(false)
  const create = mayCreate && (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        guide="guides/network-groups"
        detail={texts.lead}
        actions={(query.data?.length ?? 0) > 0 && create}
      />
      <Panel title={texts.title} isTitleHidden isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={3} height="1.75rem" />}>
          {(groups) => (
            <Table
              label={texts.title}
              rows={groups}
              rowKey={({ id }) => id}
              sortedBy="name"
              columns={columns}
              empty={
                <EmptyState icon={Network} title={texts.none} action={create}>
                  {texts.noneHelp}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Panel>
      <Dialog title={texts.create} isOpen={isCreating} onClose={() => setCreating(false)} isKept>
        <CreateGroup ownerId={ownerId} onEnd={() => setCreating(false)} />
      </Dialog>
    </>
  )
}

const columns: Column<NetworkGroup>[] = [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ label }) => label,
    cell: ({ ownerId, id, label, description }) => (
      <span className="cell-name">
        <ConsoleLink to={addressOf.networkGroup(ownerId, id)}>{label}</ConsoleLink>
        {description && <small>{description}</small>}
      </span>
    ),
  },
  {
    key: 'network',
    title: texts.columns.network,
    isMinor: true,
    cell: ({ networkIp }) => <code>{networkIp}</code>,
  },
  {
    key: 'members',
    title: texts.columns.members,
    align: 'end',
    sortBy: ({ members }) => members.length,
    cell: ({ members }) => members.length,
  },
  {
    key: 'peers',
    title: texts.columns.peers,
    align: 'end',
    sortBy: ({ peers }) => peers.length,
    cell: ({ peers }) => peers.length,
  },
]
