import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  tab = await ConsoleTab.open(browser, berth, berth.admin)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('overview: the start page leads to the organisation, whose empty lists teach', async () => {
  const organisation = `/organisations/${berth.admin.organisationId}`
  await tab.page.waitForURL((url) => url.pathname === organisation)
  await tab.sees('Welcome to Berth')
  await tab.sees('No add-on yet')
  await tab.audit('overview-empty')
})

test('overview: an application that is pushed appears by itself, with its state', async () => {
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  const table = tab.page.getByRole('table', { name: 'Applications' })
  await table.getByText('never deployed').waitFor()
  await shop.project.git('push', 'berth', 'master')
  const row = table.getByRole('row', { name: /shop/ })
  await row.getByText('running').waitFor()
  await tab.audit('overview')
})

test('domains: one is added, and made the favourite', async () => {
  const { page } = tab
  const { client, admin } = berth
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await tab.goTo(`/organisations/${admin.organisationId}/applications/${shop.record.id}/domains`)
  await page.getByLabel('Domain', { exact: true }).fill('no such domain')
  await press('Add')
  await tab.sees(/is invalid/)
  tab.forget(/400/)
  await page.getByLabel('Domain', { exact: true }).fill('shop.example.org')
  await press('Add')
  const table = page.getByRole('table', { name: 'Domains' })
  const row = table.getByRole('row', { name: /shop\.example\.org/ })
  await row.getByRole('button', { name: /^Make shop\.example\.org.* the favourite$/ }).click()
  await row.getByText('favourite', { exact: true }).waitFor()
  assert.match((await client.domains.favourite(shop.record))?.fqdn ?? '', /^shop\.example\.org/)
  // The API answers with 404 what does not exist: a favourite domain, and public addresses that nobody has set.
  tab.forget(/404/)
  await tab.audit('domains')
})
