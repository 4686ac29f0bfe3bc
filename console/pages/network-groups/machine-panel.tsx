import { FileCog, Laptop, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type NetworkGroup,
  type NetworkGroupPeer,
  networkGroups,
} from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'
import { AddMachine } from './add-machine.tsx'
import { ConfigurationDialog, type MachineFile } from './configuration-dialog.tsx'
import { addressIn } from './peer-address.ts'

const texts = networkGroupTexts.machines

interface MachinePanelProps {
  group: NetworkGroup
  mayChange: boolean
}

/** Machines outside the platform that join by WireGuard. */
export function MachinePanel({ group, mayChange }: MachinePanelProps) {
  const [isAdding, setAdding] = useState(false)
  const [file, setFile] = useState<MachineFile>()
  const reading = useAction({
    run: ({ id }: NetworkGroupPeer) => networkGroups(connection).configuration(group, id),
    onDone: ({ conf }, { label }) => setFile({ machine: label, text: conf, hasKey: false }),
  })
  const add = mayChange && (
    <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const machines = group.peers.filter(({ type }) => type === 'ExternalPeer')
  const columns: Column<NetworkGroupPeer>[] = [
    { key: 'name', title: texts.name, sortBy: ({ label }) => label, cell: ({ label }) => label },
    { key: 'address', title: texts.address, cell: (peer) => <code>{addressIn(peer)}</code> },
    {
      key: 'key',
      title: texts.key,
      isMinor: true,
      cell: ({ label, publicKey }) => <CopyValue what={texts.keyOf(label)} value={publicKey} />,
    },
    actionsColumn((peer) => (
      <span className="network-group-actions">
        <Button
          size="small"
          kind="quiet"
          icon={FileCog}
          aria-label={texts.configurationOf(peer.label)}
          isPending={reading.isPending && reading.variables.id === peer.id}
          onClick={() => reading.mutate(peer)}
        >
          {texts.configuration}
        </Button>
        {mayChange && <RemoveMachine group={group} peer={peer} />}
      </span>
    )),
  ]
  return (
    <Panel title={texts.title} isFlush actions={machines.length > 0 && add}>
      <Table
        label={texts.title}
        rows={machines}
        rowKey={({ id }) => id}
        sortedBy="name"
        columns={columns}
        empty={
          <EmptyState icon={Laptop} title={texts.none} action={add}>
            {texts.noneHelp}
          </EmptyState>
        }
      />
      {reading.isError && (
        <div className="panel-body">
          <ErrorLine error={reading.error} />
        </div>
      )}
      <AddMachine
        group={group}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false)
          setFile(added)
        }}
      />
      <ConfigurationDialog group={group.label} file={file} onClose={() => setFile(undefined)} />
    </Panel>
  )
}

function RemoveMachine({ group, peer }: { group: NetworkGroup; peer: NetworkGroupPeer }) {
  const { label } = peer
  return (
    <ConfirmButton
      size="small"
      kind="quiet"
      icon={Trash2}
      aria-label={texts.removeOf(label)}
      question={texts.removeOf(label)}
      help={texts.removeText(label)}
      confirm={texts.remove}
      run={() => networkGroups(connection).expel(group, peer)}
      changes={[queryKeys.ofOwner(group.ownerId, 'network-groups')]}
      done={texts.removed(label)}
    >
      {texts.remove}
    </ConfirmButton>
  )
}
