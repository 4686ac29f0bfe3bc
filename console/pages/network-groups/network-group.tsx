import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type NetworkGroup, networkGroups } from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { networkGroupsQuery } from '#console/api/queries/network-groups.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { DeletePanel } from '#console/components/overlays/delete-panel.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { PageSkeleton } from '#console/shell/page-skeleton.tsx'
import { networkGroupTexts as texts } from '#console/texts/en/organisation/network-groups.ts'
import { MachinePanel } from './machine-panel.tsx'
import { MemberPanel } from './member-panel.tsx'
import { addressIn } from './peer-address.ts'
import './network-group.css'

export function loadNetworkGroup(queryClient: QueryClient, { ownerId }: OwnerParams) {
  void queryClient.prefetchQuery(networkGroupsQuery(ownerId))
}

/** A private network: its members, their names and addresses, and how to join. */
export function NetworkGroupPage() {
  const { groupId } = useParams({ from: '/organisations/$ownerId/network-groups/$groupId' })
  const { current } = useOwners()
  const query = useQuery(networkGroupsQuery(current?.id ?? ''))
  if (!current) return null
  if (!mayDo(current.role, 'see')) return <NotFound />
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(groups) => {
        const group = groups.find(({ id }) => id === groupId)
        return group ? <Group owner={current} group={group} /> : <NotFound />
      }}
    </Loaded>
  )
}

function Group({ owner, group }: { owner: Owner; group: NetworkGroup }) {
  const { facts } = texts
  const { id, label, networkIp, description, tags } = group
  return (
    <>
      <PageHeader title={label} detail={texts.title} />
      <Panel title={texts.information}>
        <FactList
          facts={[
            { name: facts.id, value: <CopyValue what={facts.id} value={id} /> },
            { name: facts.network, value: <code>{networkIp}</code> },
            description !== '' && { name: facts.description, value: description },
            tags.length > 0 && { name: facts.tags, value: tags.join(', ') },
          ]}
        />
      </Panel>
      <MemberPanel owner={owner} group={group} />
      <MachinePanel group={group} mayChange={mayDo(owner.role, 'operate')} />
      <Instances group={group} />
      {mayDo(owner.role, 'administer') && <Deletion group={group} />}
    </>
  )
}

/** Instances of applications, which join by themselves. */
function Instances({ group: { members, peers } }: { group: NetworkGroup }) {
  const { instances } = texts
  const nameOf = (id: string) => members.find((member) => member.id === id)?.label ?? id
  return (
    <Panel title={instances.title} isFlush>
      <Table
        label={instances.title}
        rows={peers.filter(({ type }) => type === 'CleverPeer')}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'member',
            title: instances.member,
            sortBy: ({ parentMember }) => nameOf(parentMember),
            cell: ({ parentMember }) => nameOf(parentMember),
          },
          {
            key: 'address',
            title: instances.address,
            cell: (peer) => <code>{addressIn(peer)}</code>,
          },
          {
            key: 'server',
            title: instances.server,
            isMinor: true,
            cell: ({ hostname }) => <code className="truncate">{hostname}</code>,
          },
        ]}
        empty={<EmptyState title={instances.none}>{instances.noneHelp}</EmptyState>}
      />
    </Panel>
  )
}

function Deletion({ group }: { group: NetworkGroup }) {
  const navigate = useNavigate()
  const { ownerId, label } = group
  const deletion = useAction({
    run: () => networkGroups(connection).delete(group),
    changes: [queryKeys.ofOwner(ownerId, 'network-groups')],
    done: texts.delete.done(label),
    onDone: () => void navigate(addressOf.owner(ownerId, 'network-groups')),
  })
  return (
    <DeletePanel
      title={texts.delete.title}
      lead={texts.delete.lead}
      name={label}
      action={texts.delete.action(label)}
      deletion={deletion}
    >
      {texts.delete.warning(label)}
    </DeletePanel>
  )
}
