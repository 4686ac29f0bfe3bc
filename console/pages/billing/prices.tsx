import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import type { PriceSystem } from '#client/resources/billing/prices.ts'
import type { Offer } from '#client/resources/marketplace/offers.ts'
import { pricesQuery, zonesQuery } from '#console/api/queries/billing.ts'
import { offersQuery } from '#console/api/queries/catalogue.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { figure } from '#console/format/figures.ts'
import { planNames } from '#console/format/plan-names.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwnerId } from '#console/navigation/use-owner.ts'
import { locale } from '#console/texts/en/locale.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'

import './usage.css'

const texts = billingTexts.prices
type Price = PriceSystem['runtime'][number]

/** What things cost here. */
export function PricesPage() {
  const ownerId = useOwnerId()
  const [zone, setZone] = useAddressState('zone')
  const query = useQuery(pricesQuery(ownerId, zone))
  const { data: zones = [] } = useQuery(zonesQuery)
  const { data: offers = [] } = useQuery(offersQuery(ownerId))
  return (
    <>
      {zones.length > 1 && (
        <div className="billing-controls">
          <Select
            label={texts.zone}
            value={zone || (query.data?.zone_id ?? '')}
            onChange={setZone}
            choices={zones.map(({ name, city }) => ({
              value: name,
              label: city ? `${name} (${city})` : name,
            }))}
          />
        </div>
      )}
      <Loaded query={query} skeleton={<Skeleton height="20rem" />}>
        {(system) => <Prices system={system} offers={offers} />}
      </Loaded>
    </>
  )
}

interface PricesProps {
  system: PriceSystem
  /** What their ids are called; one that cannot be ordered any more keeps its id. */
  offers: readonly Offer[]
}

function Prices({ system: { currency, discount, runtime }, offers }: PricesProps) {
  if (runtime.every(({ price }) => price === 0))
    return (
      <Panel title={texts.title}>
        <EmptyState icon={Tag} title={texts.empty}>
          {texts.emptyHelp}
        </EmptyState>
      </Panel>
    )
  const of = (source: string) => runtime.filter((each) => each.source === source)
  const plans = runtime.filter(({ unit }) => unit === 'month')
  const money = moneyFormat(currency)
  return (
    <>
      <p className="muted small">
        {texts.lead(currency)} {discount > 0 && texts.discount(figure(discount, 'percent'))}
      </p>
      <PriceTable title={texts.sizes} rows={of('apps')} columns={sizeColumns(money)} />
      <PriceTable title={texts.builds} rows={of('builds')} columns={sizeColumns(money)} />
      <PriceTable
        title={texts.plans}
        rows={plans}
        columns={planColumns(money, offers)}
        sortedBy="provider"
      />
    </>
  )
}

interface PriceTableProps {
  title: string
  rows: readonly Price[]
  columns: readonly Column<Price>[]
  sortedBy?: string
}

function PriceTable({ title, rows, columns, sortedBy }: PriceTableProps) {
  if (rows.length === 0) return null
  return (
    <Panel title={title} isFlush>
      <Table
        label={title}
        rows={rows}
        rowKey={({ source, flavor }) => `${source} ${flavor}`}
        columns={columns}
        sortedBy={sortedBy}
      />
    </Panel>
  )
}

type Format = (amount: number) => string

/** With up to four decimals, because an hour costs little. */
function moneyFormat(currency: string): Format {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 4,
  })
  return (amount) => (amount === 0 ? texts.free : format.format(amount))
}

const sizeColumns = (money: Format): Column<Price>[] => [
  { key: 'size', title: texts.columns.size, cell: ({ flavor }) => <strong>{flavor}</strong> },
  {
    key: 'hour',
    title: texts.columns.hour,
    align: 'end',
    cell: ({ price }) => money(price),
  },
  {
    key: 'month',
    title: texts.columns.month,
    align: 'end',
    cell: ({ price }) => money(Math.round(price * 72_000) / 100),
  },
]

const planColumns = (money: Format, offers: readonly Offer[]): Column<Price>[] => [
  {
    key: 'provider',
    title: texts.columns.provider,
    sortBy: (each) => planNames(each, offers).service,
    cell: (each) => <strong>{planNames(each, offers).service}</strong>,
  },
  {
    key: 'plan',
    title: texts.columns.plan,
    cell: (each) => planNames(each, offers).plan,
  },
  {
    key: 'month',
    title: texts.columns.fullMonth,
    align: 'end',
    cell: ({ unit_price }) => money(Number(unit_price)),
  },
]
