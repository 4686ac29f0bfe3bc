import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { type Addon, addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { linkedAddonsQuery } from '#console/api/queries/application/links.ts'
import { addonsQuery } from '#console/api/queries/organisations.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { LiveBadge } from '#console/components/display/state-badge.tsx'
import type { Column } from '#console/components/display/table.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { linkTexts as texts } from '#console/texts/en/application/links.ts'
import { LinkPanel, type LinksProps } from './link-panel.tsx'

/** Add-ons whose variables this application gets. */
export function LinkedAddons(props: LinksProps) {
  const { address } = props
  const { ownerId } = address
  const linked = useQuery(linkedAddonsQuery(address))
  const { data: all } = useQuery(addonsQuery(ownerId))
  const api = addons(connection)
  const marketplace = addressOf.owner(ownerId, 'marketplace')
  return (
    <LinkPanel
      {...props}
      title={texts.addons}
      linked={linked}
      columns={columnsFor(ownerId)}
      empty={
        <EmptyState
          icon={Database}
          title={texts.noAddons}
          action={
            all?.length === 0 && <ButtonLink to={marketplace}>{texts.toMarketplace}</ButtonLink>
          }
        >
          {texts.noAddonsHelp}
        </EmptyState>
      }
      newLabel={texts.linkAddon}
      choices={(all ?? [])
        .filter(({ state }) => state !== 'deleting')
        .map(({ id, name, provider }) => ({ id, name, detail: provider.name }))}
      onLink={(id) => api.link(address, id)}
      onUnlink={(id) => api.unlink(address, id)}
    />
  )
}

const columnsFor = (ownerId: string): Column<Addon>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => {
      const to = addressOf.addon({ ownerId, id })
      return <ConsoleLink to={to}>{name}</ConsoleLink>
    },
  },
  { key: 'provider', title: texts.columns.provider, cell: ({ provider }) => provider.name },
  { key: 'plan', title: texts.columns.plan, isMinor: true, cell: ({ plan }) => plan.name },
  {
    key: 'state',
    title: texts.columns.state,
    cell: ({ state }) => (
      <LiveBadge kind={state === 'ready' ? 'good' : state === 'suspended' ? 'wrong' : 'accent'}>
        {texts.addonStates[state]}
      </LiveBadge>
    ),
  },
]
