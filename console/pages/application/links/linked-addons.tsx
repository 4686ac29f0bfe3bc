import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { type Addon, addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { linkedAddonsQuery } from '#console/api/queries/application/links.ts'
import { addonsQuery } from '#console/api/queries/organisations.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { hasPage } from '#console/navigation/known-pages.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { NewLink } from './new-link.tsx'
import { UnlinkButton } from './unlink-button.tsx'

export interface LinksProps {
  address: OwnedId
  mayChange: boolean
  /** A link has begun or ended. */
  onChange(): void
}

/** What a change of links changes: variables of this application, and the count at the other end. */
export const changedByLink = ({ ownerId, id }: OwnedId) => [
  queryKeys.application({ ownerId, id }),
  queryKeys.addons(ownerId),
  queryKeys.ofOwner(ownerId, 'overview'),
]

export function LinkedAddons({ address, mayChange, onChange }: LinksProps) {
  const { ownerId } = address
  const linked = useQuery(linkedAddonsQuery(address))
  const { data: all } = useQuery(addonsQuery(ownerId))
  const api = addons(connection)
  const changes = changedByLink(address)
  const isLinked = (id: string) => linked.data?.some((each) => each.id === id) ?? true
  const others = (all ?? []).filter(({ id, state }) => !isLinked(id) && state !== 'deleting')
  const marketplace = addressOf.owner(ownerId, 'marketplace')
  const columns: Column<Addon>[] = [
    {
      key: 'name',
      title: texts.columns.name,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => {
        const to = addressOf.addon({ ownerId, id })
        return hasPage(to) ? <ConsoleLink to={to}>{name}</ConsoleLink> : <span>{name}</span>
      },
    },
    { key: 'provider', title: texts.columns.provider, cell: ({ provider }) => provider.name },
    { key: 'plan', title: texts.columns.plan, isMinor: true, cell: ({ plan }) => plan.name },
    {
      key: 'state',
      title: texts.columns.state,
      cell: ({ state }) => (
        <Badge kind={state === 'ready' ? 'good' : state === 'suspended' ? 'wrong' : 'accent'}>
          {texts.addonStates[state]}
        </Badge>
      ),
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
    <Panel title={texts.addons} isFlush>
      <Loaded query={linked} skeleton={<div className="panel-body" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={Database}
              title={texts.noAddons}
              action={
                all?.length === 0 &&
                hasPage(marketplace) && (
                  <ButtonLink to={marketplace}>{texts.toMarketplace}</ButtonLink>
                )
              }
            >
              {texts.noAddonsHelp}
            </EmptyState>
          ) : (
            <Table
              label={texts.addons}
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
          label={texts.linkAddon}
          choices={others.map(({ id, name, provider }) => ({ id, name, detail: provider.name }))}
          changes={changes}
          onLink={(id) => api.link(address, id)}
          onDone={onChange}
        />
      )}
    </Panel>
  )
}
