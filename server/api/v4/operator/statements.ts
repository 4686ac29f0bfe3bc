import { statementSummaryList } from '#api/answers/billing/billing-operation.ts'
import { statementAnswer } from '#api/answers/billing/statements.ts'
import { type Call, endpoint } from '#api/http/endpoint.ts'
import { moneyToWire } from '#api/v4/billing/money.ts'
import { statementToWire } from '#api/v4/billing/statement-record.ts'
import { statementCsv, statementPdf } from '#api/v4/billing/statements.ts'
import { statementOf, statementsOf } from '#platform/billing/statements/provider-statements.ts'
import { parseMonth } from '#platform/model/billing/period.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/billing'
const one = `${path}/providers/:providerId/statements` as const

export const listAllStatements = endpoint({
  method: 'GET',
  path: `${path}/statements/:month`,
  access: 'operator',
  summary:
    'Lists what is due to each add-on provider for a month, such as `2026-10`, and what of their sales customers have not paid',
  answer: statementSummaryList,
  cost: 20,
  async handle({ platform, params }) {
    const statements = await statementsOf(platform, parseMonth(params.month))
    return statements.map(({ ownerId, statement }) => {
      const { provider_id, provider_name, month, lines, totals } = statementToWire(statement)
      return {
        provider_id,
        provider_name,
        owner_id: ownerId,
        month,
        lines: lines.length,
        totals: totals.map((total, index) => ({
          ...total,
          unpaid: moneyToWire(statement.totals[index]?.unpaid ?? '0', total.currency),
        })),
      }
    })
  },
})

export const getAnyStatement = endpoint({
  method: 'GET',
  path: `${one}/:month`,
  access: 'operator',
  summary: 'Shows the statement of any add-on provider',
  answer: statementAnswer,
  cost: 5,
  async handle(call) {
    const { platform, params } = call
    const statement = await statementOf(platform, await providerOf(call), parseMonth(params.month))
    return statementToWire(statement)
  },
})

export const getAnyStatementCsv = endpoint({
  method: 'GET',
  path: `${one}/:month.csv`,
  produces: 'text/csv',
  access: 'operator',
  summary: 'Gives the statement of any add-on provider as CSV',
  cost: 5,
  handle: async (call) => statementCsv(call.platform, await providerOf(call), call.params.month),
})

export const getAnyStatementPdf = endpoint({
  method: 'GET',
  path: `${one}/:month.pdf`,
  produces: 'application/pdf',
  access: 'operator',
  summary: 'Gives the statement of any add-on provider as PDF',
  cost: 5,
  handle: async (call) => statementPdf(call.platform, await providerOf(call), call.params.month),
})

async function providerOf({
  platform: { store },
  params: { providerId },
}: Pick<Call<'/:providerId/:month'>, 'platform' | 'params'>): Promise<Provider> {
  const provider = await store.providers.find(providerId)
  if (provider) return provider
  throw new Refusal('missing', `There is no add-on provider ${providerId.slice(0, 60)}.`)
}
