import { consumptionList } from '#api/answers/billing/usage.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { moment, readQuery } from '#api/http/query.ts'
import { oneOf, string } from '#kit/schema.ts'
import { defaultCurrency } from '#platform/billing/forecast.ts'
import { netOf } from '#platform/billing/invoices/calculate.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { type CostFacts, costsBy, keyOf, meteredUse } from '#platform/billing/usage/costs.ts'
import { dayOf, monthOf, type Period } from '#platform/model/billing/period.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const parameters = { appId: string, for: oneOf('day', 'month'), from: moment, to: moment }
const maxLength = 400 * 86_400_000

export const listConsumptions = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/consumptions',
  access: { on: 'owner', may: 'meter' },
  summary:
    'Lists what was used and what it costs, by month or with `for=day` by day: of the application or add-on `appId`, between `from` and `to`, by default this month',
  query: parameters,
  answer: consumptionList,
  cost: 3,
  async handle({ platform, ownerId, query }) {
    const { appId, for: step = 'month', from, to } = readQuery(query, parameters)
    const now = platform.clock()
    const period = periodOf(from, to, now)
    const facts = await factsOf(platform, ownerId, period)
    return entriesOf(facts, step === 'day' ? dayOf : monthOf).filter(
      (entry) => appId === undefined || entry.appId === appId,
    )
  },
})

function periodOf(from: number | undefined, to: number | undefined, now: number): Period {
  const period = { from: from ?? monthOf(to ?? now).from, until: to ?? now }
  if (period.until < period.from) throw new Refusal('invalid', 'to must not be before from.')
  if (period.until - period.from > maxLength) {
    throw new Refusal('invalid', 'from and to must be within 400 days.')
  }
  return period
}

async function factsOf(
  { store, clock }: Platform,
  ownerId: OwnerId,
  period: Period,
): Promise<CostFacts> {
  const [intervals, consumptions, lists] = await Promise.all([
    store.usage.listOf(ownerId, period),
    store.consumptions.listOf(ownerId, { from: period.from, to: period.until }),
    store.priceLists.list(),
  ])
  return { use: { intervals, consumptions }, lists, period, now: clock() }
}

/** One entry for each resource, size and zone in each span, and for each provider's charge. */
function entriesOf(facts: CostFacts, around: (time: number) => Period) {
  const { lists, now } = facts
  return costsBy(around, facts).flatMap(({ span, use, lines }) => {
    const currency = priceListAt(lists, span.until - 1)?.data.currency ?? defaultCurrency
    const shared = { date: new Date(span.from).toISOString(), currency }
    const linesOf = Map.groupBy(lines, keyOf)
    const metered = meteredUse(use, span, now).map((used) => ({
      ...shared,
      kind: used.kind as string,
      appId: used.resourceId as string,
      name: used.resourceName,
      flavor: used.flavorOrPlan,
      zone: used.zone,
      seconds: used.seconds,
      price: Number(netOf(linesOf.get(keyOf(used)) ?? []).toFixed()),
    }))
    const charged = lines
      .filter(({ kind }) => kind === 'consumption')
      .map((line) => ({
        ...shared,
        kind: line.kind as string,
        appId: line.resourceId,
        name: line.resourceName,
        flavor: '',
        zone: line.zone,
        seconds: 0,
        price: Number(line.net),
      }))
    return [...metered, ...charged]
  })
}
