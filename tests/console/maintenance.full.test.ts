import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** The maintenance of an application in its settings, with the banner on its pages. */
let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  const { admin } = berth
  const address = `/organisations/${admin.organisationId}/applications/${shop.record.id}/settings`
  tab = await ConsoleTab.open(browser, berth, admin, address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('maintenance: begins with a message and addresses, shows its link and a banner, and ends', async () => {
  const { page } = tab
  const form = page.getByRole('form', { name: 'Maintenance' })
  const press = (name: string) => form.getByRole('button', { name, exact: true }).click()
  const banner = page.getByRole('region', { name: 'Under maintenance' })
  await form.getByLabel('Message for visitors').fill('A larger disk.')
  await form.getByLabel('Addresses that are let through').fill('nobody')
  await press('Begin maintenance')
  await form.getByRole('alert').waitFor()
  tab.forget(/400/)
  await form.getByLabel('Addresses that are let through').fill('10.1.2.3/8\n2001:db8::1')
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
  await form.getByLabel('Expected end').fill(soon)
  await press('Begin maintenance')
  await banner.waitFor()
  await tab.audit('maintenance')
  const { client } = berth
  const on = await client.maintenance.get(shop.record)
  assert.deepEqual([on.isOn, on.message], [true, 'A larger disk.'])
  assert.deepEqual(on.allowed, ['10.0.0.0/8', '2001:db8::1'])
  await page.getByText(on.link ?? 'no link', { exact: true }).waitFor()
  await press('New link')
  await page.getByRole('dialog').getByRole('button', { name: 'New link', exact: true }).click()
  await page.getByText(on.link ?? 'no link', { exact: true }).waitFor({ state: 'detached' })
  await tab.follow('Scaling')
  await banner.getByRole('link', { name: 'Change or end it' }).click()
  await press('End maintenance')
  await banner.waitFor({ state: 'detached' })
  assert.equal((await client.maintenance.get(shop.record)).isOn, false)
})
