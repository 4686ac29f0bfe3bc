import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Invoice } from '#client/resources/billing/invoices.ts'
import { isUnseen } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { invoiceQuery } from '#console/api/queries/billing.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { Table } from '#console/components/display/table.tsx'
import { dayOf } from '#console/format/times.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { InvoiceFiles } from './invoice-files.tsx'
import { linesOf } from './invoice-lines.ts'
import { InvoiceStatus } from './invoice-status.tsx'
import { monthName } from './months.ts'

const texts = billingTexts.invoices

/** An invoice with its lines. */
export function BillingInvoicePage() {
  const { current } = useOwners()
  const { invoiceNumber } = useParams({
    from: '/organisations/$ownerId/billing/invoices/$invoiceNumber',
  })
  if (!current) return null
  if (!mayDo(current.role, 'bill')) return <NotFound />
  return <Shown ownerId={current.id} number={invoiceNumber} />
}

function Shown({ ownerId, number }: { ownerId: string; number: string }) {
  const query = useQuery(invoiceQuery(ownerId, number))
  if (isUnseen(query.error)) return <NotFound />
  return (
    <>
      <ConsoleLink to={addressOf.billing(ownerId, 'invoices')} isExact className="small">
        {texts.back}
      </ConsoleLink>
      <Loaded query={query} skeleton={<Skeleton height="20rem" />}>
        {(invoice) => (
          <>
            <Panel
              title={`${texts.kinds[invoice.type]} ${invoice.invoice_number}`}
              actions={<InvoiceFiles ownerId={ownerId} number={number} isLarge />}
            >
              <Facts invoice={invoice} ownerId={ownerId} />
            </Panel>
            <Lines invoice={invoice} />
          </>
        )}
      </Loaded>
    </>
  )
}

const day = (date: string) => dayOf(Date.parse(date))

function Facts({ invoice, ownerId }: { invoice: Invoice; ownerId: string }) {
  const { columns } = texts
  const { address, corrected_invoice_number: corrected, pay_date, notes } = invoice
  return (
    <FactList
      facts={[
        { name: columns.status, value: <InvoiceStatus {...invoice} /> },
        { name: columns.period, value: monthName(invoice.consumption_begin_date.slice(0, 7)) },
        { name: columns.issued, value: day(invoice.emission_date) },
        { name: columns.due, value: day(invoice.due_date) },
        pay_date !== undefined && { name: texts.paid, value: day(pay_date) },
        {
          name: texts.to,
          value: [address.company || address.name, address.city].filter(Boolean).join(', '),
        },
        corrected !== undefined && {
          name: texts.corrects,
          value: <ConsoleLink to={addressOf.invoice(ownerId, corrected)}>{corrected}</ConsoleLink>,
        },
        invoice.discount_amount.amount !== 0 && {
          name: texts.discount,
          value: invoice.discount_amount.default_display,
        },
        { name: texts.net, value: invoice.total_tax_excluded.default_display },
        {
          name: texts.tax,
          value: `${invoice.total_tax.default_display} (${invoice.vat_percent} %)`,
        },
        { name: texts.total, value: invoice.total.default_display },
        invoice.upfront_credit_amount.amount !== 0 && {
          name: texts.credit,
          value: invoice.upfront_credit_amount.default_display,
        },
        {
          name: invoice.status === 'PAID' ? texts.wasPaid : texts.due,
          value: <strong>{invoice.total_due.default_display}</strong>,
        },
        notes.length > 0 && { name: texts.notes, value: notes.join(' ') },
      ]}
    />
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const lines = linesOf(invoice)
  if (lines.length === 0) return null
  return (
    <Panel title={texts.lines} isFlush>
      <Table
        label={texts.lines}
        rows={lines}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', title: texts.line, cell: ({ name }) => <strong>{name}</strong> },
          { key: 'detail', title: texts.detail, cell: ({ detail }) => detail },
          {
            key: 'price',
            title: texts.price,
            align: 'end',
            cell: ({ price }) => price.default_display,
          },
        ]}
      />
    </Panel>
  )
}
