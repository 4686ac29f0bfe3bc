import { statementAnswer, statementMonths } from '#api/answers/billing/statements.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { statementMonthsOf, statementOf } from '#platform/billing/statements/provider-statements.ts'
import { monthName, parseMonth } from '#platform/model/billing/period.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { Platform } from '#platform/platform.ts'
import { csvFile, pdfFile } from './invoice-files.ts'
import { statementName, statementToWire } from './statement-record.ts'

const path = '/v4/billing/organisations/:ownerId/providers/:providerId/statements'
const access = { on: 'provider', may: 'bill' } as const
const cost = 5

export const listStatements = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'Lists the months that an add-on provider has statements of, newest first',
  answer: statementMonths,
  handle: async ({ platform }) =>
    (await statementMonthsOf(platform)).map((month) => ({ month: monthName(month) })),
})

export const getStatement = endpoint({
  method: 'GET',
  path: `${path}/:month`,
  access,
  summary:
    "Shows what an add-on provider has sold in a month, such as `2026-10`, the platform's share and what is due",
  answer: statementAnswer,
  cost,
  handle: async ({ platform, provider, params }) =>
    statementToWire(await statementOf(platform, provider, parseMonth(params.month))),
})

export const getStatementCsv = endpoint({
  method: 'GET',
  path: `${path}/:month.csv`,
  produces: 'text/csv',
  access,
  summary: 'Gives the lines of a statement as CSV',
  cost,
  handle: ({ platform, provider, params }) => statementCsv(platform, provider, params.month),
})

export const getStatementPdf = endpoint({
  method: 'GET',
  path: `${path}/:month.pdf`,
  produces: 'application/pdf',
  access,
  summary: 'Gives a statement as PDF',
  cost,
  handle: ({ platform, provider, params }) => statementPdf(platform, provider, params.month),
})

export async function statementCsv(platform: Platform, provider: Provider, month: string) {
  const statement = await statementOf(platform, provider, parseMonth(month))
  return csvFile(platform.documents.statementCsv(statement), statementName(statement))
}

export async function statementPdf(platform: Platform, provider: Provider, month: string) {
  const statement = await statementOf(platform, provider, parseMonth(month))
  return pdfFile(await platform.documents.statementPdf(statement), statementName(statement))
}
