import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import type { Application } from '#client/resources/applications/applications.ts'
import { dependencies } from '#client/resources/applications/dependencies.ts'
import { connection } from '#console/api/connection.ts'
import { applicationsQuery } from '#console/api/queries/application/applications.ts'
import { dependenciesQuery } from '#console/api/queries/application/links.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import type { Column } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { LinkPanel, type LinksProps } from './link-panel.tsx'

/** Applications whose published variables this one gets. */
export function LinkedApplications(props: LinksProps) {
  const { address } = props
  const { ownerId } = address
  const linked = useQuery(dependenciesQuery(address))
  const { data: all = [] } = useQuery(applicationsQuery(ownerId))
  const api = dependencies(connection)
  return (
    <LinkPanel
      {...props}
      title={texts.applications}
      linked={linked}
      columns={columnsFor(ownerId)}
      empty={
        <EmptyState icon={Box} title={texts.noApplications}>
          {texts.noApplicationsHelp}
        </EmptyState>
      }
      newLabel={texts.linkApplication}
      choices={all
        .filter(({ id }) => id !== address.id)
        .map(({ id, name, typeName }) => ({ id, name, detail: typeName }))}
      onLink={(id) => api.link(address, id)}
      onUnlink={(id) => api.unlink(address, id)}
    />
  )
}

const columnsFor = (ownerId: string): Column<Application>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <ConsoleLink to={addressOf.application({ ownerId, id })}>{name}</ConsoleLink>
    ),
  },
  { key: 'type', title: texts.columns.type, cell: ({ instance }) => instance.variant.name },
]
