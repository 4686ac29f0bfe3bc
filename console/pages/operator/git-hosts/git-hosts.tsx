import { useQuery } from '@tanstack/react-query'
import { GitFork, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type GitHost, gitHosts } from '#client/resources/git-hosts.ts'
import { connection } from '#console/api/connection.ts'
import { gitHostsQuery } from '#console/api/queries/operator/git-hosts.ts'
import { Button } from '#console/components/controls/button.tsx'
import { WebLink } from '#console/components/controls/web-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { gitHostTexts as texts } from '#console/texts/en/operator/git-hosts.ts'
import { GitHostDialog } from './git-host-dialog.tsx'
import '#console/components/display/panel.css'

/** Git hosts of the installation, with the tokens by which Berth calls them. */
export function OperatorGitHostsPage() {
  const query = useQuery(gitHostsQuery)
  const [edited, setEdited] = useState<GitHost | 'new'>()
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.title} isFlush actions={query.data && add}>
      <Loaded query={query} skeleton={<TableSkeleton count={2} />}>
        {({ hosts, publicHosts }) => (
          <>
            <p className="panel-body muted small">
              {texts.help} {texts.publicHelp(publicHosts.map(({ name }) => name).join(', '))}
            </p>
            <Table
              label={texts.title}
              columns={columnsFor(setEdited)}
              rows={hosts}
              rowKey={({ id }) => id}
              empty={
                <EmptyState icon={GitFork} title={texts.none}>
                  {texts.noneHelp}
                </EmptyState>
              }
            />
          </>
        )}
      </Loaded>
      {edited && (
        <GitHostDialog
          host={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

const columnsFor = (onChange: (host: GitHost) => void): Column<GitHost>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    cell: ({ name, url }) => (
      <span className="cell-name">
        <WebLink href={url}>{name}</WebLink>
        <small>{url}</small>
      </span>
    ),
  },
  { key: 'kind', title: texts.columns.kind, cell: ({ kind }) => texts.kinds[kind] },
  {
    key: 'token',
    title: texts.columns.token,
    cell: ({ hasToken, tokenUse }) =>
      hasToken ? texts.tokenUses[tokenUse] : <span className="muted">{texts.noToken}</span>,
  },
  actionsColumn((host) =>
    host.isFromSettings ? (
      <span className="muted small">{texts.fromSettings}</span>
    ) : (
      <Actions host={host} onChange={onChange} />
    ),
  ),
]

function Actions({ host, onChange }: { host: GitHost; onChange(host: GitHost): void }) {
  const { id, name } = host
  return (
    <span className="row-actions">
      <Button kind="quiet" size="small" icon={Pencil} iconOnly onClick={() => onChange(host)}>
        {texts.change(name)}
      </Button>
      <ConfirmButton
        kind="quiet"
        size="small"
        icon={Trash2}
        iconOnly
        question={texts.removeTitle}
        help={texts.removeHelp}
        confirm={texts.removeAction}
        run={() => gitHosts(connection).remove(id)}
        changes={[gitHostsQuery.queryKey]}
        done={texts.removed}
      >
        {texts.remove(name)}
      </ConfirmButton>
    </span>
  )
}
