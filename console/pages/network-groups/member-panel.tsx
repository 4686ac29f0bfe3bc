import { Network, Unlink } from 'lucide-react'
import { useState } from 'react'
import {
  type NetworkGroup,
  type NetworkGroupMember,
  networkGroups,
} from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'

const texts = networkGroupTexts.members

interface MemberPanelProps {
  owner: Owner
  group: NetworkGroup
}

/** Applications, add-ons and machines of a group with the names by which they are reached; more are linked here. */
export function MemberPanel({ owner, group }: MemberPanelProps) {
  const mayLink = mayDo(owner.role, 'operate')
  const changes = [queryKeys.ofOwner(owner.id, 'network-groups')]
  const nameOf = ({ id, label }: NetworkGroupMember) =>
    owner.applications.find((one) => one.id === id)?.name ??
    owner.addons.find((one) => one.id === id || one.realId === id)?.name ??
    (machinesOf(group, id) || label || id)
  const columns: Column<NetworkGroupMember>[] = [
    {
      key: 'name',
      title: texts.name,
      sortBy: nameOf,
      cell: (member) => <MemberName ownerId={owner.id} member={member} name={nameOf(member)} />,
    },
    {
      key: 'kind',
      title: texts.kind,
      sortBy: ({ kind }) => texts.kinds[kind] ?? kind,
      cell: ({ kind }) => texts.kinds[kind] ?? kind,
    },
    {
      key: 'domain',
      title: texts.domain,
      cell: (member) => (
        <span className="network-group-domain">
          <CopyValue what={texts.domainOf(nameOf(member))} value={member.domainName} />
        </span>
      ),
    },
    actionsColumn(
      (member) =>
        mayLink && (
          <ConfirmButton
            size="small"
            kind="quiet"
            icon={Unlink}
            aria-label={texts.unlinkOf(nameOf(member))}
            question={texts.unlinkOf(nameOf(member))}
            help={texts.unlinkText(nameOf(member))}
            confirm={texts.unlink}
            run={() => networkGroups(connection).unlink(group, member.id)}
            changes={changes}
            done={texts.unlinked(nameOf(member))}
          >
            {texts.unlink}
          </ConfirmButton>
        ),
    ),
  ]
  return (
    <Panel title={texts.title} isFlush>
      <Table
        label={texts.title}
        rows={group.members}
        rowKey={({ id }) => id}
        sortedBy="name"
        columns={columns}
        empty={
          <EmptyState icon={Network} title={texts.none}>
            {texts.noneHelp}
          </EmptyState>
        }
      />
      {mayLink && (
        <div className="panel-body">
          <LinkForm owner={owner} group={group} />
        </div>
      )}
    </Panel>
  )
}

/** Machines of a member that is none of the platform. */
const machinesOf = ({ peers }: NetworkGroup, memberId: string): string =>
  peers
    .filter(({ type, parentMember }) => type === 'ExternalPeer' && parentMember === memberId)
    .map(({ label }) => label)
    .join(', ')

interface MemberNameProps {
  ownerId: string
  member: NetworkGroupMember
  name: string
}

function MemberName({ ownerId, member: { id, kind }, name }: MemberNameProps) {
  if (kind === 'EXTERNAL') return name
  const address = { ownerId, id }
  return (
    <ConsoleLink
      to={kind === 'APPLICATION' ? addressOf.application(address) : addressOf.addon(address)}
    >
      {name}
    </ConsoleLink>
  )
}

function LinkForm({ owner, group }: MemberPanelProps) {
  const [wanted, setWanted] = useState('')
  const members = new Set(group.members.map(({ id }) => id))
  const choices = [
    ...owner.applications.map(({ id, name }) => ({ id, name, kind: 'APPLICATION' })),
    ...owner.addons
      // A member may have the id that its provider gave it.
      .filter(({ realId }) => !members.has(realId))
      .map(({ id, name }) => ({ id, name, kind: 'ADDON' })),
  ].filter(({ id }) => !members.has(id))
  const chosen = choices.find(({ id }) => id === wanted) ?? choices[0]
  const linking = useAction({
    run: ({ id }: { id: string; name: string }) => networkGroups(connection).link(group, { id }),
    changes: [queryKeys.ofOwner(owner.id, 'network-groups')],
    done: ({ name }) => texts.linked(name),
  })
  if (!chosen) return <p className="muted small">{texts.allLinked}</p>
  return (
    <>
      <div className="network-group-row">
        <Select
          label={texts.choose}
          hint={texts.help}
          value={chosen.id}
          choices={choices.map(({ id, name, kind }) => ({
            value: id,
            label: `${name} (${texts.kinds[kind]})`,
          }))}
          onChange={setWanted}
        />
        <Button
          kind="primary"
          isPending={linking.isPending}
          onClick={() => linking.mutate({ id: chosen.id, name: chosen.name })}
        >
          {texts.link}
        </Button>
      </div>
      {linking.isError && <ErrorLine error={linking.error} />}
    </>
  )
}
