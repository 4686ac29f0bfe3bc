import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import type { Application } from '#client/resources/applications/applications.ts'
import { dependencies } from '#client/resources/applications/dependencies.ts'
import { connection } from '#console/api/connection.ts'
import { applicationsQuery } from '#console/api/queries/application/applications.ts'
import { dependenciesQuery } from '#console/api/queries/application/links.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { changedByLink, type LinksProps } from './linked-addons.tsx'
import { NewLink } from './new-link.tsx'
import { UnlinkButton } from './unlink-button.tsx'

/** Applications whose published variables this one gets. */
export function LinkedApplications({ address, mayChange, onChange }: LinksProps) {
  const { ownerId } = address
  const linked = useQuery(dependenciesQuery(address))
  const { data: all } = useQuery(applicationsQuery(ownerId))
  const api = dependencies(connection)
  const changes = changedByLink(address)
  const isLinked = (id: string) => linked.data?.some((each) => each.id === id) ?? true
  const others = (all ?? []).filter(({ id }) => id !== address.id && !isLinked(id))
  const columns: Column<Application>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <ConsoleLink to={addressOf.application({ ownerId, id })}>{name}</ConsoleLink>
      ),
    },
    {
      key: 'type',
      title: texts.columns.type,
      cell: ({ instance }) => instance.variant.name,
    },
    {
      key: 'actions',
      title: texts.columns.actions,
      isTitleHidden: true,
      align: 'end',
      width: '4rem',
      cell: ({ id, name }) =>
        mayChange && (
          <UnlinkButton
            name={name}
            changes={changes}
            onUnlink={() => api.unlink(address, id)}
            onDone={onChange}
          />
        ),
    },
  ]
  return (
    <Panel title={texts.applications} isFlush>
      <Loaded query={linked} skeleton={<div className="panel-body" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={Box} title={texts.noApplications}>
              {texts.noApplicationsHelp}
            </EmptyState>
          ) : (
            <Table
              label={texts.applications}
              columns={columns}
              rows={list}
              rowKey={({ id }) => id}
              sortedBy="name"
            />
          )
        }
      </Loaded>
      {mayChange && others.length > 0 && (
        <NewLink
          label={texts.linkApplication}
          choices={others.map(({ id, name, instance }) => ({
            id,
            name,
            detail: instance.variant.name,
          }))}
          changes={changes}
          onLink={(id) => api.link(address, id)}
          onDone={onChange}
        />
      )}
    </Panel>
  )
}
