import { useQuery } from '@tanstack/react-query'
import { Cable, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type TcpRedirection,
  tcpRedirections,
} from '#client/resources/applications/tcp-redirections.ts'
import { connection } from '#console/api/connection.ts'
import { namespacesQuery, tcpRedirectionsQuery } from '#console/api/queries/application/domains.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { tcpTexts as texts } from '#console/texts/en/application/tcp-redirections.ts'
import { hostOf } from './domain-certificates.ts'
import type { ShownDomain } from './domain-table.tsx'

interface TcpPanelProps {
  address: OwnedId
  domains: readonly ShownDomain[]
  mayChange: boolean
}

/** Public ports that lead to the application. */
export function TcpPanel({ address, domains, mayChange }: TcpPanelProps) {
  const list = useQuery(tcpRedirectionsQuery(address))
  const namespaces = useQuery(namespacesQuery(address.ownerId))
  const columns = columnsFor(address, hostFor(domains), mayChange)
  return (
    <Panel title={texts.title} isFlush>
      <Loaded query={list} skeleton={<TableSkeleton count={2} />}>
        {(redirections) => (
          <Table
            label={texts.title}
            columns={columns}
            rows={redirections}
            rowKey={({ namespace, port }) => `${namespace} ${port}`}
            empty={<None isOffered={namespaces.data?.length !== 0} />}
          />
        )}
      </Loaded>
      {mayChange && namespaces.data && namespaces.data.length > 0 && (
        <AddRedirection address={address} namespaces={namespaces.data} />
      )}
    </Panel>
  )
}

/** A name that clients can connect to: the favourite one, else the first that is not a wildcard. */
function hostFor(domains: readonly ShownDomain[]): string | undefined {
  const named = domains.filter(({ fqdn }) => !fqdn.startsWith('*.'))
  const chosen = named.find(({ isFavourite }) => isFavourite) ?? named[0]
  return chosen && hostOf(chosen.fqdn)
}

function None({ isOffered }: { isOffered: boolean }) {
  return isOffered ? (
    <EmptyState icon={Cable} title={texts.none}>
      {texts.help}
    </EmptyState>
  ) : (
    <EmptyState icon={Cable} title={texts.notOffered}>
      {texts.notOfferedHelp}
    </EmptyState>
  )
}

const changedBy = (address: OwnedId) => [queryKeys.ofApplication(address, 'tcp-redirections')]

const columnsFor = (
  address: OwnedId,
  host: string | undefined,
  mayChange: boolean,
): Column<TcpRedirection>[] => [
  {
    key: 'address',
    title: texts.columns.address,
    cell: ({ port }) =>
      host ? <CopyValue what={texts.address} value={`${host}:${port}`} /> : <code>{port}</code>,
  },
  { key: 'namespace', title: texts.columns.namespace, cell: ({ namespace }) => namespace },
  actionsColumn(
    (redirection) =>
      mayChange && (
        <ConfirmButton
          kind="quiet"
          size="small"
          icon={Trash2}
          iconOnly
          question={texts.removeTitle}
          help={texts.removeHelp(redirection.port)}
          confirm={texts.removeAction}
          run={() => tcpRedirections(connection).remove(address, redirection)}
          changes={changedBy(address)}
          done={texts.removed}
        >
          {texts.remove(redirection.port)}
        </ConfirmButton>
      ),
    { width: '4rem' },
  ),
]

function AddRedirection({
  address,
  namespaces,
}: {
  address: OwnedId
  namespaces: readonly string[]
}) {
  const [namespace, setNamespace] = useState(namespaces[0] ?? '')
  const add = useAction({
    run: () => tcpRedirections(connection).add(address, namespace),
    changes: changedBy(address),
  })
  return (
    <form
      className="add-domain"
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending) add.mutate()
      }}
    >
      <div className="add-domain-line">
        <Select
          label={texts.namespace}
          value={namespace}
          choices={namespaces.map((name) => ({ value: name, label: name }))}
          onChange={setNamespace}
        />
        <Button type="submit" icon={Plus} isPending={add.isPending}>
          {texts.add}
        </Button>
      </div>
      {add.data && (
        <p className="small muted" role="status">
          {texts.added(add.data.port)}
        </p>
      )}
      {add.error && <ErrorLine error={add.error} />}
    </form>
  )
}
