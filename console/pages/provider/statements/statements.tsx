import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { Statement } from '#client/resources/billing/statements.ts'
import { mayDo } from '#console/api/permissions.ts'
import { statementMonthsQuery, statementQuery } from '#console/api/queries/providers.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { monthName } from '#console/pages/billing/months.ts'
import { useProviderAddress } from '#console/pages/provider/use-provider.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import { StatementFiles } from './statement-files.tsx'
import '#console/pages/provider/provider.css'

const texts = providerTexts.statements

/** What was sold, month by month. */
export function ProviderStatementsPage() {
  const address = useProviderAddress()
  const role = useOwners().current?.role
  return mayDo(role, 'bill') ? <Statements {...address} /> : <NotFound />
}

function Statements({ ownerId, providerId }: ProviderParams) {
  const query = useQuery(statementMonthsQuery(ownerId, providerId))
  const [chosen, setChosen] = useAddressState('month')
  return (
    <Loaded query={query} skeleton={<Skeleton height="18rem" />}>
      {(months) => {
        const month = months.find((each) => each.month === chosen)?.month ?? months[0]?.month
        if (month === undefined)
          return (
            <Panel title={texts.title}>
              <EmptyState icon={ReceiptText} title={texts.none}>
                {texts.noneHelp}
              </EmptyState>
            </Panel>
          )
        return (
          <>
            <p className="muted small">{texts.help}</p>
            <div className="provider-row">
              <Select
                label={texts.month}
                value={month}
                onChange={setChosen}
                choices={months.map((each) => ({
                  value: each.month,
                  label: monthName(each.month),
                }))}
              />
              <StatementFiles ownerId={ownerId} providerId={providerId} month={month} />
            </div>
            <Month ownerId={ownerId} providerId={providerId} month={month} />
          </>
        )
      }}
    </Loaded>
  )
}

function Month({ ownerId, providerId, month }: ProviderParams & { month: string }) {
  const query = useQuery(statementQuery(ownerId, providerId, month))
  return (
    <Loaded query={query} skeleton={<Skeleton height="16rem" />}>
      {(statement) => <ShownStatement statement={statement} />}
    </Loaded>
  )
}

function ShownStatement({ statement }: { statement: Statement }) {
  const { month, totals, lines, plans, held } = statement
  return (
    <>
      <Panel title={monthName(month)}>
        {totals.length === 0 && <p className="muted small">{texts.nothingSold}</p>}
        {totals.map(({ currency, sold, platform_share, due }) => (
          <FactList
            key={currency}
            facts={[
              { name: texts.sold, value: sold.default_display },
              { name: texts.share, value: platform_share.default_display },
              { name: texts.due, value: <strong>{due.default_display}</strong> },
            ]}
          />
        ))}
        {held > 0 && <p className="muted small">{texts.held(held)}</p>}
      </Panel>
      {lines.length > 0 && (
        <Panel title={texts.lines} isFlush>
          <Table
            label={texts.lines}
            rows={lines.map((line, at) => ({ ...line, at }))}
            rowKey={({ at }) => String(at)}
            columns={lineColumns}
          />
        </Panel>
      )}
      {plans.length > 0 && (
        <Panel title={texts.plansSold} isFlush>
          <Table
            label={texts.plansSold}
            rows={plans}
            rowKey={({ plan }) => plan}
            columns={[
              { key: 'plan', title: texts.plan, cell: ({ plan }) => <strong>{plan}</strong> },
              {
                key: 'addons',
                title: texts.addons,
                align: 'end',
                cell: ({ addons }) => addons,
              },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

const lineColumns: Column<Statement['lines'][number]>[] = [
  {
    key: 'addon',
    title: texts.columns.addon,
    cell: ({ addon_id, addon_name }) => (
      <span className="cell-name">
        <strong>{addon_name || addon_id}</strong>
        <small className="mono">{addon_id}</small>
      </span>
    ),
  },
  { key: 'plan', title: texts.columns.plan, cell: ({ plan }) => plan },
  {
    key: 'quantity',
    title: texts.columns.quantity,
    align: 'end',
    isMinor: true,
    cell: ({ quantity, unit }) => `${quantity} ${unit}`,
  },
  {
    key: 'invoice',
    title: texts.columns.invoice,
    isMinor: true,
    cell: ({ invoice_number }) => invoice_number,
  },
  {
    key: 'price',
    title: texts.columns.price,
    align: 'end',
    cell: ({ price }) => price.default_display,
  },
]
