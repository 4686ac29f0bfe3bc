import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { pushManifest } from '#platform/marketplace/providers/push-manifest.ts'
import {
  addTestPrices,
  invoiceLastMonth,
  lastMonth,
  setAddress,
  useAddon,
} from '#tests/support/billing/billed-month.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { pictures } from '#tests/support/pictures.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let service: OddProvider
let organisation: string

before(async () => {
  ;[api, browser, service] = await Promise.all([
    openConsoleApi(),
    Browser.start(),
    openOddProvider(),
  ])
  organisation = `/organisations/${api.account.organisationId}`
  const urls = { base_url: service.url, sso_url: `${service.url}/sso` }
  const manifest = newManifest('swift', { production: urls, test: urls })
  await pushManifest(api.platform, { ownerId: api.account.organisationId, manifest })
  tab = await ConsoleTab.open(browser, api, api.account, `${organisation}/providers/swift`)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => tab.page.getByRole('dialog', { name })
const part = (name: string) =>
  tab.follow(name, tab.page.getByRole('navigation', { name: 'Parts of the provider' }))
const stored = async () =>
  (await api.platform.store.providers.find('swift')) ?? assert.fail('there is no such provider')

/** The platform calls a provider again by itself; a person must be the first to do so here. */
async function postponeRetries() {
  const { store, provisioningQueue, clock } = api.platform
  for (const { id } of await store.addons.listOf(api.account.organisationId)) {
    const dueAt = clock() + 86_400_000
    await provisioningQueue.withLock(id, () => store.addons.change(id, ['uncertain'], { dueAt }))
  }
}

test('provider: plans have the features that it says they differ in', async () => {
  const { page } = tab
  await part('Plans')
  const feature = page.getByRole('form', { name: 'Add a feature' })
  await feature.getByLabel('Name', { exact: true }).fill('Nests')
  await feature.getByLabel('Kind of value').selectOption('NUMBER')
  await feature.getByRole('button', { name: 'Add a feature' }).click()
  await page.getByLabel('Kind of value of Nests').waitFor()
  await button('Add a plan').click()
  const form = dialog('Add a plan')
  await form.getByLabel('Name', { exact: true }).fill('Small')
  await form.getByLabel('Short name').fill('s')
  await form.getByLabel('Price of a month in euros').fill('4,50')
  await form.getByLabel('Nests').fill('2')
  await tab.audit('provider-plan')
  await form.getByRole('button', { name: 'Add a plan' }).click()
  await page.getByRole('row', { name: /^Small s €4\.50 2/ }).waitFor()
  await button('Change Small').click()
  await dialog('Change Small').getByLabel('Nests').fill('3')
  await dialog('Change Small').getByRole('button', { name: 'Save plan' }).click()
  await page.getByRole('row', { name: /^Small s €4\.50 3/ }).waitFor()
  await tab.audit('provider-plans')
})

test('provider: the manifest is changed without its secrets, which stay', async () => {
  const { page } = tab
  await part('Manifest')
  await tab.sees('The manifest is valid.')
  const editor = page.getByRole('textbox', { name: 'Manifest' })
  const before = (await stored()).manifest
  const { password, sso_salt, ...shown } = before.api
  const content = await page.locator('main').innerText()
  for (const hidden of [password, sso_salt]) assert.ok(!content.includes(hidden))
  const other = { ...before, name: 'Swift couriers', api: shown }
  await editor.fill(JSON.stringify({ ...other, id: 'other' }))
  await tab.sees('The id of a provider never changes')
  assert.ok(await button('Save manifest').isDisabled())
  await editor.fill(JSON.stringify(other))
  await tab.sees('The manifest is valid.')
  await tab.audit('provider-manifest')
  await button('Save manifest').click()
  await page.getByRole('heading', { level: 1, name: 'Swift couriers' }).waitFor()
  await page.getByText('The manifest was saved.').waitFor()
  const { manifest } = await stored()
  assert.deepEqual([manifest.api.password, manifest.api.sso_salt], [password, sso_salt])
})

test('provider: its logo is uploaded, and is on its card in the marketplace', async () => {
  const { page } = tab
  await part('Settings')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: pictures['image/png'],
  })
  await page.getByText('The picture was saved.').waitFor()
  await tab.audit('provider-settings')
  await tab.goTo(`${organisation}/marketplace`)
  const card = page.getByRole('listitem').filter({ hasText: 'Swift couriers' })
  // Fails if the picture is not there, or the page may not load it.
  await card.locator('img').evaluate((image: { decode(): Promise<void> }) => image.decode())
  await tab.audit('marketplace-logo')
  await tab.goTo(`${organisation}/providers/swift`)
})

test('provider: testers are added, and the operator moves it to its beta', async () => {
  const { page } = tab
  await part('Testers')
  const tester = (await api.platform.store.users.findByEmail(api.account.email))?.id ?? ''
  await page.getByLabel('Id of an organisation or of a user').fill(tester)
  await button('Add tester').click()
  await button(`Remove ${tester}`).waitFor()
  await tab.audit('provider-testers')
  await button(`Remove ${tester}`).click()
  await tab.sees('No tester yet')
  await part('Overview')
  await tab.sees('The operator of this platform looks at your service')
  api.platform.policies.operators = [api.account.email]
  await tab.goTo(`${organisation}/providers/swift`)
  await button('Move').click()
  await page.getByText('It is now in this stage: private beta.').waitFor()
  assert.equal((await stored()).stage, 'BETA_PRIV')
  api.platform.policies.operators = []
})

test('provider: a call that failed is shown with what was answered, and repeated', async () => {
  const { page } = tab
  service.behave((visit, honest) => (visit.method === 'POST' ? 'drop' : honest()))
  await tab.goTo(`${organisation}/marketplace/swift`)
  await page.getByLabel('Name', { exact: true }).fill('courier')
  await button('Order Swift couriers').click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  tab.forget(/status of \d/)
  await tab.goTo(`${organisation}/providers/swift/calls`)
  await button('Details of provision').first().click()
  const details = dialog('provision')
  await details.getByText('no answer').first().waitFor()
  await tab.audit('provider-call')
  await postponeRetries()
  service.behave()
  await details.getByRole('button', { name: 'Repeat the call' }).click()
  await page.getByText('The call was repeated: 200.').waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })
  await tab.audit('provider-calls')
  await page.getByRole('switch', { name: 'Only failed ones' }).check()
  await page.waitForURL(/\?failed=true$/)
})

test('provider: a statement is read and downloaded', async () => {
  const { platform, account } = api
  const [addon] = await platform.store.addons.listOf(account.organisationId)
  await setAddress(platform, account.organisationId)
  await addTestPrices(platform)
  await useAddon(platform, addon ?? assert.fail('nothing was ordered'), lastMonth(platform))
  await invoiceLastMonth(platform, account.organisationId)
  await part('Statements')
  await tab.sees('Sold')
  await tab.audit('provider-statements')
  const month = new Date(lastMonth(platform).from).toISOString().slice(0, 7)
  for (const [form, begin] of [
    ['PDF', '%PDF-'],
    ['CSV', ''],
  ] as const) {
    const download = tab.page.waitForEvent('download')
    await button(`Download the statement of ${month} as ${form}`).click()
    const file = await download
    assert.equal(file.suggestedFilename(), `swift-${month}.${form.toLowerCase()}`)
    assert.ok((await text(await file.createReadStream())).startsWith(begin))
  }
})

test('add-on: another plan has its difference in cost, and the month what is expected of it', async () => {
  const { platform, account } = api
  const [addon] = await platform.store.addons.listOf(account.organisationId)
  const plan = { name: 'Large', slug: 'l', price: 12.5, features: [], providerId: 'swift' }
  await platform.store.plans.add({ ...plan, id: 'plan_large' })
  await tab.goTo(`${organisation}/addons/${addon?.id}/plan`)
  await tab.page.getByRole('radio', { name: 'Choose the plan Large' }).check()
  await tab.sees('€9.60 a month more than now, with tax.')
  await tab.audit('addon-plan-cost')
  await tab.goTo(`${organisation}/billing`)
  await tab.sees('expected')
  await tab.audit('billing-forecast')
})

test('provider: what is said about it is changed, and its end needs the name', async () => {
  const { page } = tab
  await tab.goTo(`${organisation}/providers/swift/settings`)
  await page.getByLabel('Short description').fill('Mail by air')
  await button('Save changes').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  assert.equal((await stored()).presentation.shortDesc, 'Mail by air')
  await tab.audit('provider-settings')
  await button('Delete Swift couriers').click()
  const asking = dialog('Delete Swift couriers')
  await asking.getByLabel('Type Swift couriers to confirm').fill('Swift couriers')
  await asking.getByRole('button', { name: 'Delete Swift couriers' }).click()
  await page.waitForURL(/\/providers$/)
  await page.getByRole('row', { name: /Swift couriers withdrawn/ }).waitFor()
  await tab.audit('providers')
})
