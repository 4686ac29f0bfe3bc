import { Receipt } from 'lucide-react'
import type { Usage, UseRecord } from '#client/resources/billing/usage.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { price } from '#console/format/price.ts'
import { duration } from '#console/format/times.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'

const texts = billingTexts.usage
const { columns: titles } = texts

/** What the cost is for, with previews apart, and what was free. */
export function UseTables({ usage: { items, metered, currency } }: { usage: Usage }) {
  const paid = new Set(items.map(keyOf))
  const free = metered.filter((use) => !paid.has(keyOf(use)))
  const ofPreviews = items.filter(isOfPreview)
  const others = items.filter((use) => !isOfPreview(use))
  return (
    <>
      <Panel title={texts.items} isFlush>
        <Table
          label={texts.items}
          rows={others}
          rowKey={keyOf}
          columns={itemColumns}
          empty={
            <EmptyState icon={Receipt} title={texts.noItems}>
              {texts.noItemsHelp}
            </EmptyState>
          }
        />
      </Panel>
      {ofPreviews.length > 0 && (
        <Panel title={texts.previews} isFlush actions={texts.together(sumOf(ofPreviews, currency))}>
          <Table label={texts.previews} rows={ofPreviews} rowKey={keyOf} columns={itemColumns} />
        </Panel>
      )}
      {free.length > 0 && (
        <Panel title={texts.metered} isFlush>
          <Table label={texts.metered} rows={free} rowKey={keyOf} columns={freeColumns} />
        </Panel>
      )}
    </>
  )
}

type Use = Pick<
  UseRecord,
  'kind' | 'resource_id' | 'resource_name' | 'flavor_or_plan' | 'zone' | 'preview_of'
>
type Free = Usage['metered'][number]

const keyOf = ({ kind, resource_id, flavor_or_plan, zone }: Use) =>
  [kind, resource_id, flavor_or_plan, zone].join(' ')

const isOfPreview = ({ preview_of }: Use) => preview_of !== null

const sumOf = (uses: readonly UseRecord[], currency: string): string =>
  price(
    uses.reduce((sum, use) => sum + use.price.amount, 0),
    currency,
  )

const what: Column<Use> = {
  key: 'name',
  title: titles.name,
  sortBy: ({ resource_name }) => resource_name,
  cell: (use) => (
    <span className="cell-name">
      <strong>{use.resource_name || use.resource_id}</strong>
      <small>
        {texts.kinds[use.kind]}
        {isOfPreview(use) && `, ${texts.ofPreview}`}
      </small>
    </span>
  ),
}
const size: Column<Use> = {
  key: 'size',
  title: titles.size,
  cell: ({ flavor_or_plan }) => flavor_or_plan,
}
const zone: Column<Use> = {
  key: 'zone',
  title: titles.zone,
  isMinor: true,
  cell: (use) => use.zone,
}

const quantityOf = ({ unit, quantity }: UseRecord): string =>
  unit === 'second'
    ? duration(Number(quantity) * 1000)
    : `${Number(quantity).toLocaleString('en-GB', { maximumFractionDigits: 3 })} ${texts.units[unit]}`

const itemColumns: readonly Column<UseRecord>[] = [
  what,
  size,
  zone,
  { key: 'quantity', title: titles.quantity, align: 'end', cell: quantityOf },
  {
    key: 'price',
    title: titles.price,
    align: 'end',
    sortBy: (use) => -use.price.amount,
    cell: (use) => use.price.default_display,
  },
]

const freeColumns: readonly Column<Free>[] = [
  what,
  size,
  zone,
  {
    key: 'quantity',
    title: titles.quantity,
    align: 'end',
    cell: ({ seconds }) => duration(seconds * 1000),
  },
]
