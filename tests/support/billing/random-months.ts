import { newId } from '#kit/text/ids.ts'
import type { Period } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import { flavors } from '#platform/model/hosting/flavor.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import type { Chance } from './chance.ts'

const sizes = flavors.slice(2, 6).map(({ name }) => name)
const plans = ['dev', 's', 'l']
const zones = ['par', 'lyo']

/** Random prices in euros. */
export function randomPrices(chance: Chance, owners: readonly OrganisationId[]): PriceData {
  const [lucky = 'orga_none'] = owners
  return {
    currency: 'EUR',
    sizes: Object.fromEntries(sizes.map((size) => [size, chance.decimal(0, chance.between(4, 9))])),
    builds: { M: chance.decimal(0, 7) },
    ...(chance.isTrue(0.5) && { plans: { 'pigeon/l': chance.decimal(2, 2) } }),
    ...(chance.isTrue(0.5) && { zones: { lyo: `1.${chance.below(1000)}` } }),
    ...(chance.isTrue(0.5) && { discounts: { [lucky]: chance.decimal(1, 2) } }),
    ...(chance.isTrue(0.5) && {
      volumeDiscounts: [
        { from: '100', percent: '2.5' },
        { from: '1000', percent: chance.decimal(1, 1) },
      ],
    }),
    ...(chance.isTrue(0.5) && { freeCredits: chance.decimal(1, 2) }),
    vat: { rates: { FR: '20', DE: '19', LU: '17', HU: '27' } },
  }
}

/** Price lists from somewhere in a span, the first at its beginning or later. */
export function randomPriceLists(
  chance: Chance,
  span: Period,
  owners: readonly OrganisationId[],
): PriceList[] {
  const dates = new Set<number>()
  const count = chance.between(1, 4)
  while (dates.size < count) {
    dates.add(Math.floor(chance.between(span.from, span.until) / 1000) * 1000)
  }
  return [...dates]
    .toSorted((one, other) => one - other)
    .map((validFrom) => ({
      id: newId('prices'),
      validFrom,
      createdAt: 0,
      data: randomPrices(chance, owners),
    }))
}

/** Random use of one owner; intervals of one meter never overlap. */
export function randomUse(
  chance: Chance,
  span: Period,
  ownerId: OrganisationId,
): { intervals: UsageInterval[]; consumptions: Consumption[] } {
  const intervals: UsageInterval[] = []
  const consumptions: Consumption[] = []
  for (let meter = chance.below(8); meter >= 0; meter--) {
    const kind = chance.one(['runtime', 'runtime', 'build', 'addon'] as const)
    const resourceId = kind === 'addon' ? newId('addon') : newId('app')
    let from = chance.between(span.from, span.until)
    for (let count = chance.between(1, 5); count > 0; count--) {
      const until = from + Math.floor(10 ** (chance.below(900) / 100))
      const isOpen = count === 1 && chance.isTrue(0.3)
      intervals.push({
        id: newId('usage'),
        kind,
        ownerId,
        resourceId,
        resourceName: `thing ${meter}`,
        meterId: resourceId,
        flavorOrPlan:
          kind === 'addon' ? chance.one(plans) : kind === 'build' ? 'M' : chance.one(sizes),
        zone: chance.one(zones),
        providerId: kind === 'addon' ? 'pigeon' : null,
        planId: kind === 'addon' ? 'plan_1' : null,
        planPrice: kind === 'addon' ? chance.decimal(2, 2) : null,
        previewOf: null,
        from,
        until: isOpen ? null : until,
      })
      from = until + (chance.isTrue(0.5) ? 0 : chance.below(1e9))
    }
    if (kind === 'addon') {
      consumptions.push({
        id: newId('consumption'),
        addonId: resourceId as `addon_${string}`,
        ownerId,
        providerId: 'pigeon',
        addonName: `thing ${meter}`,
        zone: 'par',
        cost: chance.decimal(2, chance.between(1, 6)),
        state: chance.isTrue(0.9) ? 'accepted' : 'rejected',
        createdAt: chance.between(span.from, span.until),
      })
    }
  }
  return { intervals, consumptions }
}
