import type {
  ProviderStatement,
  StatementLine,
} from '#platform/model/billing/invoices/statement.ts'
import { csv } from './csv.ts'

type Column = (line: StatementLine) => string

const time = (milliseconds: number) => new Date(milliseconds).toISOString()

const columns: Record<string, Column> = {
  invoice_number: ({ invoiceNumber }) => invoiceNumber,
  customer_id: ({ customerId }) => customerId,
  kind: ({ kind }) => kind,
  addon_id: ({ addonId }) => addonId,
  addon_name: ({ addonName }) => addonName,
  plan: ({ plan }) => plan,
  zone: ({ zone }) => zone,
  from: ({ from }) => time(from),
  until: ({ until }) => time(until),
  quantity: ({ quantity }) => quantity,
  unit: ({ unit }) => unit,
  net: ({ net }) => net,
  currency: ({ currency }) => currency,
  platform_share_percent: ({ share }) => share,
}

/** The lines of a provider's statement, for spreadsheets. */
export const statementCsv = ({ lines }: Pick<ProviderStatement, 'lines'>): string =>
  csv([
    Object.keys(columns),
    ...lines.map((line) => Object.values(columns).map((column) => column(line))),
  ])
