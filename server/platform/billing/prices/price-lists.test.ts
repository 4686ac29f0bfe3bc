import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import {
  addPriceList,
  parsePriceData,
  pricedSpans,
  priceListAt,
  removePriceList,
} from './price-lists.ts'

const data = { currency: 'EUR', sizes: { M: '0.0000125' }, vat: { rates: { FR: '20' } } }
const now = Date.UTC(2026, 10, 16, 12)

async function openShop() {
  const store = await openTestStore()
  return { store, clock: () => now, [Symbol.asyncDispose]: () => store.close() }
}

test('price lists: what is not exact, not known or not complete is refused with its place', () => {
  const problems: [object, RegExp][] = [
    [{ ...data, sizes: { M: 0.1 } }, /sizes\.M must be text/],
    [{ ...data, sizes: { M: '1e-9' } }, /sizes\.M must be a decimal/],
    [{ ...data, sizes: { M: '-1' } }, /sizes\.M must be a decimal/],
    [{ ...data, sizes: { m: '1' } }, /sizes\.m is not the name of a size/],
    [{ ...data, currency: 'XXL' }, /currency must be a currency/],
    [{ ...data, currency: 'USD' }, /euroRate must be given/],
    [{ ...data, vat: { rates: { France: '20' } } }, /vat\.rates must have two-letter/],
    [{ ...data, vat: { rates: { FR: '120' } } }, /vat\.rates\.FR must be a percentage/],
    [{ ...data, plans: { pigeon: '1' } }, /plans\.pigeon must be <provider>\/<plan>/],
    [{ currency: 'EUR' }, /sizes must be/],
  ]
  for (const [given, sentence] of problems) assert.throws(() => parsePriceData(given), sentence)
  assert.throws(() => parsePriceData('free'), /The list must be an object/)
  assert.deepEqual(parsePriceData(data), data)
})

test('price lists: each applies until the next, and nothing costs anything before the first', async () => {
  await using shop = await openShop()
  const [from, middle] = [Date.UTC(2026, 10, 16), Date.UTC(2026, 10, 20)]
  const second = await addPriceList(shop, { validFrom: middle, data })
  const first = await addPriceList(shop, { validFrom: from, data })
  const lists = await shop.store.priceLists.list()
  assert.equal(priceListAt(lists, from - 1), undefined)
  assert.equal(priceListAt(lists, middle - 1)?.id, first.id)
  assert.equal(priceListAt(lists, middle)?.id, second.id)
  const month = { from: Date.UTC(2026, 10), until: Date.UTC(2026, 11) }
  assert.deepEqual(
    pricedSpans(lists, month).map((span) => [span.from, span.until, span.list.id]),
    [
      [from, middle, first.id],
      [middle, month.until, second.id],
    ],
  )
})

test('price lists: a month that is over, a date that is taken and a broken second are refused', async () => {
  await using shop = await openShop()
  const october = Date.UTC(2026, 9, 31, 23, 59, 59)
  await assert.rejects(addPriceList(shop, { validFrom: october, data }), /a month that is over/)
  await assert.rejects(addPriceList(shop, { validFrom: now + 1, data }), /whole second/)
  await assert.rejects(addPriceList(shop, { validFrom: Number.NaN, data }), /that is over/)
  await addPriceList(shop, { validFrom: now, data })
  await assert.rejects(addPriceList(shop, { validFrom: now, data }), /Another price list/)
})

test('price lists: another currency begins with a month', async () => {
  await using shop = await openShop()
  const dollars = { ...data, currency: 'USD', euroRate: '1.08' }
  await addPriceList(shop, { validFrom: now, data })
  const later = Date.UTC(2026, 10, 20)
  await assert.rejects(
    addPriceList(shop, { validFrom: later, data: dollars }),
    /begin with a month/,
  )
  await addPriceList(shop, { validFrom: Date.UTC(2026, 11), data: dollars })
  const before = Date.UTC(2026, 10, 25)
  await assert.rejects(
    addPriceList(shop, { validFrom: before, data: dollars }),
    /begin with a month/,
  )
})

test('price lists: a removal does not let the currency change within a month', async () => {
  await using shop = await openShop()
  const dollars = { ...data, currency: 'USD', euroRate: '1.08' }
  await addPriceList(shop, { validFrom: now, data })
  const first = await addPriceList(shop, { validFrom: Date.UTC(2026, 11), data: dollars })
  const second = await addPriceList(shop, { validFrom: Date.UTC(2026, 11, 15), data: dollars })
  await assert.rejects(removePriceList(shop, first.id), /begin with a month/)
  assert.equal((await shop.store.priceLists.list()).length, 3)
  await removePriceList(shop, second.id)
  await removePriceList(shop, first.id)
})

test('price lists: only one that does not apply yet can be removed', async () => {
  await using shop = await openShop()
  const current = await addPriceList(shop, { validFrom: now, data })
  const next = await addPriceList(shop, { validFrom: now + 1000, data })
  await assert.rejects(removePriceList(shop, current.id), /applies already/)
  await removePriceList(shop, next.id)
  await assert.rejects(removePriceList(shop, next.id), /There is no price list/)
  assert.deepEqual(await shop.store.priceLists.list(), [current])
})
