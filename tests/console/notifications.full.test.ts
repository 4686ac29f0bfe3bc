import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { beginAlert } from '#platform/overview/alerts/change-alert.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let organisation: string
let application: string

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  const { organisationId } = api.account
  organisation = `/organisations/${organisationId}`
  const [shop] = await Promise.all(
    ['shop', 'worker'].map((name) =>
      createApplication(api.platform, organisationId, {
        name,
        type: 'node',
        zone: 'par',
        environment: {},
      }),
    ),
  )
  assert.ok(shop)
  application = `${organisation}/applications/${shop.id}`
  api.platform.policies.tcpPorts = { from: 31_000, to: 31_009 }
  tab = await ConsoleTab.open(browser, api, api.account, application)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const row = (name: string | RegExp) => tab.page.getByRole('row', { name })

test('tags: one is added and removed on the overview, and filters the list of the organisation', async () => {
  for (const tag of ['front', 'eu west']) {
    await tab.page.getByLabel('New tag').fill(tag)
    await tab.page.getByLabel('New tag').press('Enter')
    await button(`Remove the tag ${tag}`).waitFor()
  }
  await tab.audit('application-tags')
  await button('Remove the tag front').click()
  await button('Remove the tag front').waitFor({ state: 'detached' })
  await tab.goTo(organisation)
  await row(/worker/).waitFor()
  await button('eu west').click()
  await row(/worker/).waitFor({ state: 'detached' })
  assert.equal(new URL(tab.page.url()).searchParams.get('tag'), 'eu west')
  await row(/shop/).getByText('eu west').waitFor()
  await tab.draw('organisation-by-tag')
})

test('TCP redirections: a port is opened and closed beside the domains', async () => {
  await tab.goTo(`${application}/domains`)
  await button('Open a port').click()
  const closing = button(/^Close port 310\d\d$/)
  await closing.waitFor()
  await tab.audit('tcp-redirections')
  await closing.click()
  await tab.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click()
  await tab.sees('No TCP redirection')
})

test('e-mail notifications: one for all members is added and deleted', async () => {
  await tab.goTo(`${application}/webhooks`)
  await button('Add an e-mail notification').click()
  const form = tab.page.getByRole('dialog', { name: 'New e-mail notification' })
  await form.getByLabel('Name', { exact: true }).fill('failures')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await row(/failures.*All members/).waitFor()
  await tab.draw('email-notifications')
  await button('Delete failures').click()
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await tab.sees('No e-mail notification yet')
})

test('alerts: one is added, shown as active, and told by the bell', async () => {
  await tab.goTo(`${application}/webhooks`)
  await button('Add an alert').click()
  const form = tab.page.getByRole('dialog', { name: 'New alert' })
  await form.getByLabel('What', { exact: true }).selectOption('cpu')
  await form.getByLabel('Above (percent)').fill('101')
  await tab.audit('alert-form')
  await tab.draw('alert-form')
  await form.getByLabel('Above (percent)').fill('80')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await row(/CPU above 80 % for 5 minutes.*fine.*shop/).waitFor()
  const { store } = api.platform
  const [rule] = await store.alertRules.listOf(api.account.organisationId)
  const id = application.split('/').at(-1) as ApplicationId
  assert.ok(rule)
  await beginAlert(api.platform, rule, { id, name: 'shop' }, 97)
  await row(/active.*shop at 97 %/).waitFor()
  await button('What happened: 1 new').focus()
  await tab.audit('alerts')
  await tab.draw('alerts')
  await tab.page.keyboard.press('Enter')
  const list = tab.page.getByRole('dialog', { name: 'What happened' })
  await list.getByRole('option', { name: /Alert: shop/ }).waitFor()
  await list.getByText('new', { exact: true }).waitFor()
  await tab.audit('news')
  await tab.draw('news')
  await tab.page.keyboard.press('Enter')
  await tab.page.waitForURL((url) => url.pathname.endsWith('/metrics'))
  await button('What happened: nothing new').waitFor()
  await button('Wider').focus()
  await tab.page.keyboard.press('Enter')
  await tab.page.waitForURL((url) => url.searchParams.get('range')?.includes('..') === true)
  await tab.page.getByRole('switch', { name: 'Compare with the week before' }).press('Space')
  await tab.page.waitForURL((url) => url.searchParams.get('compare') === 'week')
  await tab.goTo(`${application}/webhooks`)
  await button('Delete: CPU above 80 % for 5 minutes').click()
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await tab.sees('No alert yet')
})

test('operator: the pages do not exist for others', async () => {
  await tab.goTo('/operator')
  await tab.sees('Page not found')
})
