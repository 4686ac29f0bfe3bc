import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { parseMonth } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import { simplePrices } from '#tests/support/billing/shop.ts'
import { charge } from './charge.ts'

const month = parseMonth('2028-02')
const hour = 3_600_000

const use = (fields: Partial<UsageInterval>): UsageInterval => ({
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
  until: month.from + hour,
  ...fields,
})

const plan = (fields: Partial<UsageInterval>): UsageInterval =>
  use({
    kind: 'addon',
    resourceId: 'addon_1',
    resourceName: 'birds',
    flavorOrPlan: 's',
    providerId: 'pigeon',
    planId: 'plan_1',
    planPrice: '9.99',
    previewOf: null,
    ...fields,
  })

const consumption: Consumption = {
  id: 'consumption_1',
  addonId: 'addon_1',
  ownerId: 'orga_1',
  providerId: 'pigeon',
  addonName: 'birds',
  zone: 'par',
  cost: '1.50',
  state: 'accepted',
  createdAt: month.from,
}

const pricesFrom = (validFrom: number, data: Partial<PriceData> = {}): PriceList => ({
  id: newId('prices'),
  validFrom,
  createdAt: 0,
  data: { ...simplePrices, ...data },
})

const shown = (lines: readonly InvoiceLine[]) =>
  lines.map(
    ({ description, quantity, unit, unitPrice, net }) =>
      `${description}, ${quantity} × ${unitPrice} per ${unit} = ${net}`,
  )

const charged = (
  intervals: UsageInterval[],
  lists: PriceList[],
  consumptions: Consumption[] = [],
): string[] => shown(charge({ intervals, consumptions }, lists, month, month.until))

test('charges: instances of one size are one line, other sizes, zones and builds are others', () => {
  const intervals = [
    use({}),
    use({ from: month.from + 500, until: month.from + 1500 }),
    use({ zone: 'lyo' }),
    use({ flavorOrPlan: 'S' }),
    use({ kind: 'build' }),
  ]
  const prices = pricesFrom(0, { zones: { lyo: '1.5' }, builds: { M: '0.001' } })
  assert.deepEqual(charged(intervals, [prices]), [
    'hello: M in lyo, 3600 × 0.00015 per second = 0.54',
    'hello: M in par, 3601 × 0.0001 per second = 0.36',
    'hello: build with M in par, 3600 × 0.001 per second = 3.60',
  ])
})

test('charges: a plan costs its price for a whole month, and its exact part otherwise', () => {
  const whole = plan({ until: null })
  const part = plan({ resourceId: 'addon_2', from: month.until - 10 * 24 * hour, until: null })
  assert.deepEqual(charged([whole, part], [pricesFrom(0)]), [
    'birds: s in par, 1 × 9.99 per month = 9.99',
    'birds: s in par, 0.344827586 × 9.99 per month = 3.44',
  ])
})

test("charges: the operator's price of a plan wins over the provider's", () => {
  const prices = pricesFrom(0, { plans: { 'pigeon/s': '5' } })
  const free = pricesFrom(0, { plans: { 'pigeon/s': '0' } })
  const whole = plan({ until: null })
  assert.deepEqual(charged([whole], [prices]), ['birds: s in par, 1 × 5 per month = 5.00'])
  assert.deepEqual(charged([whole], [free]), [])
})

test('charges: in another currency, plans and consumptions are converted from euros', () => {
  const dollars = pricesFrom(0, { currency: 'USD', euroRate: '1.0825' })
  assert.deepEqual(charged([plan({ until: null })], [dollars], [consumption]), [
    'birds: s in par, 1 × 10.814175 per month = 10.81',
    'birds: consumption, 1 × 1.62375 per piece = 1.62',
  ])
  const yen = pricesFrom(0, { currency: 'JPY', euroRate: '160.5', sizes: { M: '0.0125' } })
  assert.deepEqual(charged([use({})], [yen], [consumption]), [
    'hello: M in par, 3600 × 0.0125 per second = 45',
    'birds: consumption, 1 × 240.75 per piece = 241',
  ])
})

test('charges: use before the first prices and rejected consumptions are free', () => {
  const prices = pricesFrom(month.from + hour / 2)
  const rejected = { ...consumption, state: 'rejected', createdAt: month.until - 1 } as const
  assert.deepEqual(charged([use({})], [prices], [consumption, rejected]), [
    'hello: M in par, 1800 × 0.0001 per second = 0.18',
  ])
})

test('charges: what still lasts counts until now', () => {
  const input = { intervals: [use({ until: null })], consumptions: [] }
  const lines = charge(input, [pricesFrom(0)], month, month.from + 2 * hour)
  assert.deepEqual(shown(lines), ['hello: M in par, 7200 × 0.0001 per second = 0.72'])
})

test('charge: lines of previews name the application, what their add-ons consumed among them', () => {
  const previewOf = 'app_parent'
  const intervals = [use({}), use({ resourceId: 'app_2', previewOf }), plan({ previewOf })]
  const lines = charge(
    { intervals, consumptions: [consumption] },
    [pricesFrom(0)],
    month,
    month.until,
  )
  const owners = lines.map(({ kind, resourceId, previewOf }) => [kind, resourceId, previewOf])
  assert.deepEqual(owners, [
    ['runtime', 'app_1', undefined],
    ['runtime', 'app_2', 'app_parent'],
    ['addon', 'addon_1', 'app_parent'],
    ['consumption', 'addon_1', 'app_parent'],
  ])
})
