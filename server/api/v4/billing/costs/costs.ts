import { costAnswer } from '#api/answers/billing/costs.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { moneyToWire } from '#api/v4/billing/money.ts'
import { useToWire } from '#api/v4/billing/usage-record.ts'
import { type Infer, string } from '#kit/schema.ts'
import { addonUse, applicationUses } from '#platform/billing/costs/planned-uses.ts'
import {
  costWith,
  monthPrice,
  type PlannedUses,
  resourceCost,
} from '#platform/billing/costs/resource-cost.ts'
import type { SpendingFacts } from '#platform/billing/forecast.ts'
import { spendingFacts } from '#platform/billing/spending.ts'
import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import { offerOf } from '#platform/marketplace/providers/catalogue.ts'
import { choosePlan } from '#platform/marketplace/providers/plans/choose-plan.ts'
import { monthName, monthOf } from '#platform/model/billing/period.ts'
import type { UsageSubject } from '#platform/model/billing/usage-interval.ts'
import { readBounds } from './cost-query.ts'

const owner = '/v4/berth/organisations/:ownerId'

export const getApplicationCost = endpoint({
  method: 'GET',
  path: `${owner}/applications/:applicationId/cost`,
  access: { on: 'application', may: 'meter' },
  summary:
    'Shows what an application costs this month, so far and as expected, and what other bounds of number and size would cost',
  query: { min_instances: string, max_instances: string, min_flavor: string, max_flavor: string },
  answer: costAnswer,
  cost: 3,
  async handle({ platform, application, query }) {
    const now = platform.clock()
    const facts = await spendingFacts(platform, application.ownerId, monthOf(now))
    const largest = platform.policies.maxFlavors.instances
    const wanted = readBounds(application, (name) => query.get(name) ?? undefined)
    return costToWire(facts, application.id, now, {
      present: applicationUses(application, application.zone, largest),
      planned: wanted && applicationUses(wanted, application.zone, largest),
    })
  },
})

export const getAddonCost = endpoint({
  method: 'GET',
  path: `${owner}/addons/:addonId/cost`,
  access: { on: 'addon', may: 'meter' },
  summary:
    'Shows what an add-on costs this month, so far and as expected, and what another plan (id or slug) would cost',
  query: { plan: string },
  answer: costAnswer,
  cost: 3,
  async handle({ platform, addon, query }) {
    const now = platform.clock()
    const { provider, plan } = await requireOffer(platform, addon)
    const wanted = query.get('plan')
    const other = wanted ? choosePlan(await offerOf(platform, provider), wanted) : undefined
    const facts = await spendingFacts(platform, addon.ownerId, monthOf(now))
    return costToWire(facts, addon.id, now, {
      present: addonUse(plan, addon.zone),
      planned: other && addonUse(other, addon.zone),
    })
  },
})

interface Uses {
  present: PlannedUses
  planned: PlannedUses | undefined
}

function costToWire(
  facts: SpendingFacts,
  resourceId: UsageSubject['resourceId'],
  now: number,
  { present, planned }: Uses,
): Infer<typeof costAnswer> {
  const { currency, soFar, expected, lines } = resourceCost(facts, resourceId, now)
  const monthOfUses = ({ least, most }: PlannedUses) => ({
    least: moneyToWire(monthPrice(facts, least), currency),
    most: moneyToWire(monthPrice(facts, most), currency),
  })
  const forecastWith = (uses: PlannedUses['least']) =>
    moneyToWire(costWith(facts, resourceId, uses, now), currency)
  return {
    month: monthName(facts.month),
    currency,
    so_far: moneyToWire(soFar, currency),
    forecast: moneyToWire(expected, currency),
    month_price: monthOfUses(present),
    items: lines.map((line) => useToWire(line, currency)),
    change: planned
      ? {
          forecast: { least: forecastWith(planned.least), most: forecastWith(planned.most) },
          month_price: monthOfUses(planned),
        }
      : null,
  }
}
