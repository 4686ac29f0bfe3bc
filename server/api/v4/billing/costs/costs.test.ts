import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addTestPrices } from '#tests/support/billing/billed-month.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

const seconds = 30 * 86_400
let api: TypedApi
let applicationId: string
let addon: Addon

/** The 11th of a month of 30 days: an application of two instances M since its beginning, and an add-on. */
before(async () => {
  api = await openTypedApi()
  const { platform, account } = api
  const now = Date.UTC(2026, 10, 11)
  platform.clock = () => now
  await addTestPrices(platform)
  const ownerId = account.organisationId
  const application = await newApplication(platform, ownerId)
  applicationId = application.id
  const { from } = monthOf(now)
  const use = {
    ownerId,
    zone: 'par',
    planId: null,
    previewOf: null,
    from,
    until: null,
    resourceName: 'x',
  }
  for (const meterId of ['instance_1', 'instance_2']) {
    await platform.store.usage.add({
      ...use,
      id: newId('usage'),
      kind: 'runtime',
      resourceId: application.id,
      meterId,
      flavorOrPlan: 'M',
      providerId: null,
      planPrice: null,
    })
  }
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId })
  await platform.store.plans.add({ ...plan, id: newId('plan'), slug: 'huge', price: 90 })
  addon = await addAddon(platform.store, provider, plan, { ownerId, state: 'ready', name: 'birds' })
})
after(() => api?.[Symbol.asyncDispose]())

const run = async (words: string) => {
  const { code, out, err } = await api.type(`cost ${words} --format json`)
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

test('berth cost: an application so far, at the end of the month, and with other instances', async () => {
  const plain = await run(`--app ${applicationId}`)
  assert.equal(plain.month, '2026-11')
  assert.equal(plain.so_far.amount, (2 * 10 * 86_400) / 10_000)
  assert.equal(plain.forecast.amount, (2 * seconds) / 10_000)
  assert.equal(plain.change, null)
  const { change } = await run(`--app ${applicationId} --flavor M --instances 3`)
  assert.equal(change.month_price.least.amount, (3 * seconds) / 10_000)
  assert.deepEqual(change.month_price.most, change.month_price.least)
  assert.equal(change.forecast.most.amount, (2 * 10 * 86_400 + 3 * 20 * 86_400) / 10_000)
  const { out } = await api.type(`cost --app ${applicationId} --instances 3 --flavor M`)
  assert.match(out, /without tax:\n {2}so far +€172\.80\n/)
  assert.match(out, /a whole month with it +€777\.60/)
})

test('berth cost: another plan of an add-on, by its slug', async () => {
  const { change } = await run(`--addon ${addon.id} --plan huge`)
  assert.equal(change.month_price.least.amount, 90)
  assert.equal(change.forecast.least.amount, 60, 'twenty of thirty days')
})

test('berth cost: what is no size, number or plan is refused', async () => {
  const wrong = async (words: string) => (await api.type(`cost ${words}`)).err
  assert.match(
    await wrong(`--app ${applicationId} --flavor huge`),
    /min_flavor must be the name of a size/,
  )
  assert.match(await wrong(`--app ${applicationId} --instances 0`), /must be a number from 1 to 99/)
  assert.match(await wrong(`--addon ${addon.id} --plan none`), /has no plan "none"/)
  assert.match(await wrong('--plan huge'), /--plan needs --addon/)
})
