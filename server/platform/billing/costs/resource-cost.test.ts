import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { parseMonth } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import { simplePrices } from '#tests/support/billing/shop.ts'
import { applicationUses } from './planned-uses.ts'
import { costWith, monthPrice, type PricedUse, resourceCost } from './resource-cost.ts'

const hour = 3_600_000
/** A leap year: 29 days. */
const month = parseMonth('2028-02')

const use = (fields: Partial<UsageInterval> = {}): UsageInterval => ({
  id: newId('usage'),
  kind: 'runtime',
  ownerId: 'orga_1',
  resourceId: 'app_1',
  resourceName: 'hello',
  meterId: newId('meter'),
  flavorOrPlan: 'M',
  zone: 'par',
  providerId: null,
  planId: null,
  planPrice: null,
  previewOf: null,
  from: month.from,
  until: null,
  ...fields,
})
const plan = (fields: Partial<UsageInterval>) =>
  use({
    kind: 'addon',
    resourceId: 'addon_1',
    flavorOrPlan: 's',
    providerId: 'pigeon',
    planId: 'plan_1',
    planPrice: '29',
    ...fields,
  })

const pricesFrom = (validFrom: number, sizes: Record<string, string>): PriceList => ({
  id: newId('prices'),
  validFrom,
  createdAt: 0,
  data: { ...simplePrices, sizes } as PriceData,
})
/** A cent and four cents an hour. */
const sizes = { M: '0.0000027778', L: '0.0000111112' }
const lists = [pricesFrom(0, sizes)]
const facts = (...intervals: UsageInterval[]) => ({
  use: { intervals, consumptions: [] },
  lists,
  month,
})
const cost = (now: number, ...intervals: UsageInterval[]) => {
  const { soFar, expected } = resourceCost(facts(...intervals), 'app_1', now)
  return [soFar.toFixed(2), expected.toFixed(2)]
}
const planned = (count: number, flavor: string) =>
  applicationUses(
    { minInstances: count, maxInstances: count, minFlavor: flavor, maxFlavor: flavor },
    'par',
    '3XL',
  ).least

test('cost of an application: so far, and with what runs until the end of the month', () => {
  assert.deepEqual(cost(month.from + 100 * hour, use()), ['1.00', '6.96'])
  const stopped = use({ until: month.from + 50 * hour })
  assert.deepEqual(cost(month.from + 100 * hour, stopped), ['0.50', '0.50'])
  const other = use({ resourceId: 'app_2' })
  assert.deepEqual(cost(month.from + 100 * hour, stopped, other), ['0.50', '0.50'])
})

test('cost of an application: at the ends of a month, and of what began before it', () => {
  assert.deepEqual(cost(month.from, use()), ['0.00', '6.96'])
  assert.deepEqual(cost(month.until - 1, use()), ['6.96', '6.96'])
  assert.deepEqual(cost(month.until, use()), ['6.96', '6.96'])
  assert.deepEqual(cost(month.until + 100 * hour, use()), ['6.96', '6.96'])
  assert.deepEqual(cost(month.from + 100 * hour, use({ from: month.from - 100 * hour })), [
    '1.00',
    '6.96',
  ])
})

test('cost of an application: a change of size within the month is counted at both prices', () => {
  const now = month.from + 300 * hour
  const changed = [
    use({ meterId: 'one', until: month.from + 100 * hour }),
    use({ meterId: 'two', flavorOrPlan: 'L', from: month.from + 100 * hour }),
  ]
  // 100 hours at 1 cent, 200 and then 596 at 4.
  assert.deepEqual(cost(now, ...changed), ['9.00', '24.84'])
})

test('cost of a change: what runs ends now, and the other size runs to the end of the month', () => {
  const now = month.from + 96 * hour
  const running = facts(use({ meterId: 'one' }), use({ meterId: 'two' }))
  const withTwoLarge = costWith(running, 'app_1', planned(2, 'L'), now)
  // 192 hours at 1 cent, then 1200 at 4.
  assert.equal(withTwoLarge.toFixed(2), '49.92')
  assert.equal(costWith(running, 'app_1', planned(2, 'M'), now).toFixed(2), '13.92')
  assert.equal(costWith(running, 'app_1', [], now).toFixed(2), '1.92')
  assert.equal(costWith(running, 'app_1', planned(1, 'L'), month.until).toFixed(2), '13.92')
  assert.equal(costWith(running, 'app_1', planned(1, 'L'), month.from).toFixed(2), '27.84')
  assert.equal(costWith(facts(), 'app_1', planned(1, 'M'), now).toFixed(2), '6.00')
})

test('cost of a change: a build that runs is left alone', () => {
  const build = use({ kind: 'build' })
  const now = month.from + hour
  assert.equal(
    costWith(facts(build), 'app_1', [], now).toFixed(2),
    resourceCost(facts(build), 'app_1', now).expected.toFixed(2),
  )
})

test('cost of an add-on: a plan is charged by its part of the month, and another plan from now on', () => {
  const now = month.from + 10 * 24 * hour
  const { soFar, expected } = resourceCost(facts(plan({})), 'addon_1', now)
  assert.deepEqual([soFar.toFixed(2), expected.toFixed(2)], ['10.00', '29.00'])
  const larger: PricedUse = {
    kind: 'addon',
    flavorOrPlan: 'l',
    zone: 'par',
    providerId: 'pigeon',
    planPrice: '58',
  }
  assert.equal(costWith(facts(plan({})), 'addon_1', [larger], now).toFixed(2), '48.00')
  assert.equal(monthPrice(facts(), [larger]).toFixed(2), '58.00')
})

test('cost of a whole month: of so many instances, at the prices that are known for its end', () => {
  assert.equal(monthPrice(facts(), planned(3, 'M')).toFixed(2), '20.88')
  const dearer = pricesFrom(month.from + 48 * hour, { M: '0.0000055556' })
  assert.equal(
    monthPrice({ ...facts(), lists: [...lists, dearer] }, planned(1, 'M')).toFixed(2),
    '13.92',
  )
  assert.equal(monthPrice({ ...facts(), lists: [] }, planned(1, 'M')).toFixed(2), '0.00')
  assert.equal(monthPrice(facts(), []).toFixed(2), '0.00')
})

test('uses of an application: between its bounds, and never a size that is not offered', () => {
  const bounds = { minInstances: 1, maxInstances: 3, minFlavor: 'S', maxFlavor: 'XL' }
  const { least, most } = applicationUses(bounds, 'par', 'M')
  const shown = (uses: readonly PricedUse[]) =>
    uses.map(({ flavorOrPlan }) => flavorOrPlan).join(' ')
  assert.deepEqual([shown(least), shown(most)], ['S', 'M M M'])
  const kept = applicationUses({ ...bounds, minFlavor: 'L' }, 'par', 'M')
  assert.equal(shown(kept.most), 'L L L')
})
