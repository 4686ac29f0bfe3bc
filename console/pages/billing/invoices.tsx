import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { InvoiceSummary } from '#client/resources/billing/invoices.ts'
import { mayDo } from '#console/api/permissions.ts'
import { billingAccountQuery, invoicesQuery } from '#console/api/queries/billing.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { dayOf } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { AddressLink } from './billing-address.tsx'
import { InvoiceFiles } from './invoice-files.tsx'
import { InvoiceStatus } from './invoice-status.tsx'
import { monthName } from './months.ts'

const texts = billingTexts.invoices

/** Invoices and credit notes of an owner. */
export function BillingInvoicesPage() {
  const { current } = useOwners()
  if (!current) return null
  return mayDo(current.role, 'bill') ? <Invoices owner={current} /> : <NotFound />
}

function Invoices({ owner }: { owner: Owner }) {
  const ownerId = owner.id
  const query = useQuery(invoicesQuery(ownerId))
  const { data: account } = useQuery(billingAccountQuery(ownerId))
  const held = account?.held ?? []
  return (
    <>
      {account?.suspended_at && (
        <Panel title={texts.suspended} isDangerous>
          <p>{texts.suspendedHelp}</p>
        </Panel>
      )}
      <Panel title={texts.title} guide="guides/invoices" isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={4} height="1.75rem" />}>
          {(invoices) => (
            <Table
              label={texts.title}
              rows={invoices}
              rowKey={({ invoice_number }) => invoice_number}
              columns={columnsFor(ownerId)}
              empty={
                <EmptyState icon={FileText} title={texts.empty}>
                  {texts.emptyHelp}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </Panel>
      {held.length > 0 && (
        <Panel
          title={texts.held}
          actions={
            held.some(({ reason }) => reason === 'address') && (
              <AddressLink owner={owner} back="invoices" />
            )
          }
        >
          <FactList
            facts={held.map(({ month, sentence, net }) => ({
              name: monthName(month),
              value: `${net.default_display}: ${sentence}`,
            }))}
          />
        </Panel>
      )}
    </>
  )
}

const day = (date: string) => dayOf(Date.parse(date))

const columnsFor = (ownerId: string): Column<InvoiceSummary>[] => [
  {
    key: 'number',
    title: texts.columns.number,
    cell: ({ invoice_number, type }) => (
      <span className="cell-name">
        <ConsoleLink to={addressOf.invoice(ownerId, invoice_number)}>{invoice_number}</ConsoleLink>
        <small>{texts.kinds[type]}</small>
      </span>
    ),
  },
  {
    key: 'period',
    title: texts.columns.period,
    cell: ({ consumption_begin_date }) => monthName(consumption_begin_date.slice(0, 7)),
  },
  {
    key: 'issued',
    title: texts.columns.issued,
    sortBy: ({ emission_date }) => emission_date,
    cell: ({ emission_date }) => day(emission_date),
  },
  {
    key: 'due',
    title: texts.columns.due,
    isMinor: true,
    cell: ({ due_date }) => day(due_date),
  },
  { key: 'status', title: texts.columns.status, cell: (invoice) => <InvoiceStatus {...invoice} /> },
  {
    key: 'total',
    title: texts.columns.total,
    align: 'end',
    sortBy: ({ total }) => total.amount,
    cell: ({ total }) => total.default_display,
  },
  {
    key: 'actions',
    title: texts.columns.actions,
    isTitleHidden: true,
    align: 'end',
    cell: ({ invoice_number }) => <InvoiceFiles ownerId={ownerId} number={invoice_number} />,
  },
]
