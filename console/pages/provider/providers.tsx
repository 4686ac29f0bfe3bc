import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Plus, Store } from 'lucide-react'
import { mayDo } from '#console/api/permissions.ts'
import { ownProvidersQuery } from '#console/api/queries/providers.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import type { OwnerParams } from '#console/navigation/page-params.ts'
import { useOwnerId, useOwners } from '#console/navigation/use-owner.ts'
import { providerTexts as texts } from '#console/texts/en/provider.ts'

export const loadProviders = (queryClient: QueryClient, { ownerId }: OwnerParams) =>
  void queryClient.prefetchQuery(ownProvidersQuery(ownerId))

/** Services that the organisation offers in the marketplace. */
export function ProvidersPage() {
  const ownerId = useOwnerId()
  const role = useOwners().current?.role
  const list = useQuery(ownProvidersQuery(ownerId))
  const create = mayDo(role, 'offer') && (
    <ButtonLink to={addressOf.create('provider', ownerId)} icon={Plus}>
      {texts.create}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={texts.list} actions={list.data?.length !== 0 && create} />
      <Panel title={texts.list} isTitleHidden isFlush>
        <Loaded query={list}>
          {(providers) => (
            <Table
              label={texts.list}
              rows={providers}
              rowKey={({ id }) => id}
              sortedBy="name"
              columns={[
                {
                  key: 'name',
                  title: texts.listName,
                  sortBy: ({ name }) => name,
                  cell: ({ id, name }) => (
                    <ConsoleLink to={addressOf.provider(ownerId, id)}>{name}</ConsoleLink>
                  ),
                },
                {
                  key: 'stage',
                  title: texts.listStage,
                  cell: ({ status }) => <Badge>{texts.stages[status] ?? status}</Badge>,
                },
                {
                  key: 'plans',
                  title: texts.listPlans,
                  align: 'end',
                  cell: ({ plans }) => plans.length,
                },
              ]}
              empty={
                <EmptyState icon={Store} title={texts.none} action={create}>
                  {texts.noneHelp}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Panel>
    </>
  )
}
