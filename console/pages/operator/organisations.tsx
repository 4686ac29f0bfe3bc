import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { AnyOrganisation } from '#client/resources/operation.ts'
import { allOrganisationsQuery } from '#console/api/queries/operator/operation.ts'
import { Button } from '#console/components/controls/button.tsx'
import { SearchField } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { operatorTexts as texts } from '#console/texts/en/operator/operator.ts'
import { OrganisationActions } from './organisation-actions.tsx'

const pageSize = 50
/** As many as the server answers at once. */
const maxListed = 200

/** All organisations of the platform, with how much they have and what can be decided about them. */
export function OperatorOrganisationsPage() {
  const [search, setSearch] = useAddressState('search')
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery(allOrganisationsQuery(useDeferredValue(search.trim()), limit))
  const isFull = query.data?.length === limit && limit < maxListed
  return (
    <Panel
      title={texts.organisations}
      isFlush
      actions={<SearchField label={texts.search} value={search} onChange={setSearch} />}
    >
      <Loaded query={query} skeleton={<SkeletonLines count={5} />}>
        {(list) => (
          <Table
            label={texts.organisations}
            rows={list}
            rowKey={({ id }) => id}
            columns={columns}
            empty={<EmptyState title={texts.noMatch} />}
          />
        )}
      </Loaded>
      {isFull && (
        <div className="panel-body">
          <Button
            isPending={query.isFetching}
            onClick={() => setLimit(Math.min(limit + pageSize, maxListed))}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const { organisationColumns: titles } = texts

const looks = { active: 'good', suspended: 'wrong', exempt: 'plain' } as const

const stateOf = ({ suspendedAt, suspension }: AnyOrganisation) =>
  suspendedAt !== null ? 'suspended' : suspension === 'exempt' ? 'exempt' : 'active'

const columns: readonly Column<AnyOrganisation>[] = [
  {
    key: 'name',
    title: titles.name,
    cell: ({ id, name }) => (
      <span className="cell-name">
        <strong>{name}</strong>
        <small>{id}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: titles.state,
    cell: (organisation) => {
      const state = stateOf(organisation)
      return <Badge kind={looks[state]}>{texts.suspensionStates[state]}</Badge>
    },
  },
  {
    key: 'members',
    title: titles.members,
    align: 'end',
    isMinor: true,
    cell: ({ members }) => members,
  },
  {
    key: 'applications',
    title: titles.applications,
    align: 'end',
    cell: ({ applications }) => applications,
  },
  {
    key: 'addons',
    title: titles.addons,
    align: 'end',
    isMinor: true,
    cell: ({ addons }) => addons,
  },
  {
    key: 'created',
    title: titles.created,
    align: 'end',
    isMinor: true,
    cell: ({ creationDate }) => <RelativeTime date={creationDate} />,
  },
  actionsColumn((organisation) => <OrganisationActions organisation={organisation} />, {
    width: '4rem',
  }),
]
