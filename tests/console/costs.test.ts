import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scalingTexts as texts } from '#console/texts/en/application/scaling.ts'
import { newId } from '#kit/text/ids.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { addTestPrices } from '#tests/support/billing/billed-month.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'

/** Costs on the pages of an application and of an add-on, and of changes before they are made. */
let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let organisation: string
let applicationId: string
let addonId: string

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  const { platform, account } = api
  const ownerId = account.organisationId
  organisation = `/organisations/${ownerId}`
  await addTestPrices(platform)
  const application = await api.application()
  applicationId = application.id
  await platform.store.usage.add({
    id: newId('usage'),
    kind: 'runtime',
    ownerId,
    resourceId: application.id,
    resourceName: application.name,
    meterId: 'instance_1',
    flavorOrPlan: 'M',
    zone: 'par',
    providerId: null,
    planId: null,
    planPrice: null,
    previewOf: null,
    from: monthOf(platform.clock()).from,
    until: null,
  })
  const { provider, plan } = await addOffer(platform.store, { id: 'pigeon', ownerId })
  await platform.store.plans.change(plan.id, { price: 12.5 })
  await platform.store.plans.add({
    ...plan,
    id: newId('plan'),
    name: 'Huge',
    slug: 'huge',
    price: 90,
  })
  await platform.store.providers.change(provider.id, { canUpgrade: true, stage: 'RELEASE' })
  addonId = (await addAddon(platform.store, provider, plan, { ownerId, state: 'ready' })).id
  tab = await ConsoleTab.open(
    browser,
    api,
    account,
    `${organisation}/applications/${applicationId}`,
  )
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const costs = () => tab.page.getByRole('region', { name: 'Costs' })

test('costs: the page of an application says what it costs so far, expected, and in a whole month', async () => {
  const { platform } = api
  const { from, until } = monthOf(platform.clock())
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
  await costs().getByText('This month so far').waitFor()
  await costs()
    .getByText(amount.format((until - from) / 1000 / 10_000), { exact: true })
    .first()
    .waitFor()
  await tab.audit('application-costs')
})

test('costs: what other bounds cost is said before they are applied, by keyboard, with the button in sight', async () => {
  const { page } = tab
  await tab.goTo(`${organisation}/applications/${applicationId}/scaling`)
  await page.getByLabel('Instances, at least').focus()
  await page.keyboard.press('ArrowDown')
  await page
    .getByText(/ instead of €/)
    .first()
    .waitFor()
  await tab.audit('scaling-cost')
  await page.setViewportSize({ width: 390, height: 600 })
  const apply = page.getByRole('button', { name: texts.apply, exact: true })
  assert.ok(await apply.isVisible())
  await page.getByRole('button', { name: texts.reset, exact: true }).click()
  await page
    .getByText(/ instead of €/)
    .first()
    .waitFor({ state: 'detached' })
})

test('costs: an add-on has its costs, and another plan says what the month costs with it', async () => {
  const { page } = tab
  await tab.goTo(`${organisation}/addons/${addonId}`)
  await costs().getByText('€12.50', { exact: true }).waitFor()
  await tab.audit('addon-costs')
  await tab.goTo(`${organisation}/addons/${addonId}/plan`)
  await page.getByRole('radio', { name: 'Choose the plan Huge' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('€90.00 instead of €12.50', { exact: true }).waitFor()
  await tab.audit('addon-plan-cost')
})

test('marketplace: the order bar stays in sight, whatever is scrolled', async () => {
  const { page } = tab
  await tab.goTo(`${organisation}/marketplace/pigeon`)
  await page.setViewportSize({ width: 390, height: 600 })
  const bar = page.getByRole('region', { name: 'Your order' })
  for (const top of [0, 400]) {
    await page.evaluate(`window.scrollTo(0, ${top})`)
    const box = (await bar.boundingBox()) ?? assert.fail('no bar')
    assert.ok(box.y >= 0 && box.y + box.height <= 600, `${box.y} at ${top}`)
  }
  await bar.getByRole('button', { name: /^Order / }).waitFor()
  await tab.audit('order-bar')
})
