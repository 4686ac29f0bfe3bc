import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { csv } from './csv.ts'

type Column = (line: InvoiceLine, currency: string) => string

const time = (milliseconds: number) => new Date(milliseconds).toISOString()

const columns: Record<string, Column> = {
  kind: ({ kind }) => kind,
  resource_id: ({ resourceId }) => resourceId,
  resource_name: ({ resourceName }) => resourceName,
  description: ({ description }) => description,
  flavor_or_plan: ({ flavorOrPlan }) => flavorOrPlan,
  zone: ({ zone }) => zone,
  from: ({ from }) => time(from),
  until: ({ until }) => time(until),
  quantity: ({ quantity }) => quantity,
  unit: ({ unit }) => unit,
  unit_price: ({ unitPrice }) => unitPrice,
  net: ({ net }) => net,
  currency: (_line, currency) => currency,
  provider_id: ({ providerId }) => providerId ?? '',
  preview_of: ({ previewOf }) => previewOf ?? '',
}

/** Lines of invoices with exact quantities and prices, for spreadsheets and statements. */
export const linesCsv = (lines: readonly InvoiceLine[], currency: string): string =>
  csv([
    Object.keys(columns),
    ...lines.map((line) => Object.values(columns).map((column) => column(line, currency))),
  ])
