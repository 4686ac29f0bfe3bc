import { Puzzle } from 'lucide-react'
import type { AddonOverview } from '#client/resources/overview.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Badge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { TagList } from '#console/components/tags/tag-list.tsx'
import { counted } from '#console/format/figures.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { AddonStateBadge } from '#console/pages/addon/addon-state-badge.tsx'
import { organisationTexts as texts } from '#console/texts/en/organisation/overview.ts'
import { tagTexts } from '#console/texts/en/tags.ts'

export function AddonTable({
  ownerId,
  addons,
  tag,
}: {
  ownerId: string
  addons: readonly AddonOverview[]
  /** Only those with this tag, if it is not empty. */
  tag: string
}) {
  const marketplace = addressOf.owner(ownerId, 'marketplace')
  if (addons.length === 0)
    return (
      <EmptyState
        icon={Puzzle}
        title={texts.noAddons}
        action={<ButtonLink to={marketplace}>{texts.toMarketplace}</ButtonLink>}
      >
        {texts.noAddonsHelp}
      </EmptyState>
    )
  const shown = addons.filter(({ tags }) => tag === '' || tags.includes(tag))
  return (
    <Table
      label={texts.addons}
      columns={columnsFor(ownerId)}
      rows={shown}
      rowKey={({ id }) => id}
      sortedBy="name"
      empty={<EmptyState title={texts.noAddonTagged(tag)} />}
    />
  )
}

const columnsFor = (ownerId: string): Column<AddonOverview>[] => [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name, providerName, tags }) => (
      <span className="thing-name">
        <ConsoleLink to={addressOf.addon({ ownerId, id })}>{name}</ConsoleLink>
        <small>{providerName}</small>
        <TagList label={tagTexts.tags} tags={tags} />
      </span>
    ),
  },
  { key: 'plan', title: texts.columns.plan, cell: ({ plan }) => plan },
  {
    key: 'state',
    title: texts.columns.state,
    cell: ({ state, trouble }) =>
      trouble ? <Badge kind="wrong">{trouble}</Badge> : <AddonStateBadge state={state} />,
  },
  {
    key: 'linked',
    title: texts.columns.linked,
    sortBy: ({ linked }) => linked,
    cell: ({ linked }) => counted(linked, 'application'),
  },
]
