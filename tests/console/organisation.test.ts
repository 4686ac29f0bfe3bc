import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import {
  addTestPrices,
  lastMonth,
  setAddress,
  useHour,
} from '#tests/support/billing/billed-month.ts'
import { testInvoice } from '#tests/support/billing/test-invoice.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let organisation: string

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  organisation = `/organisations/${api.account.organisationId}`
  tab = await ConsoleTab.open(browser, api, api.account, `${organisation}/members`)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => tab.page.getByRole('dialog', { name })

test('members: somebody is invited by mail, and the invitation is withdrawn', async () => {
  await button('Invite somebody').click()
  const form = dialog('Invite somebody')
  await form.getByLabel('E-mail address').fill('new@example.test')
  await form.getByLabel('Role').selectOption('MANAGER')
  await tab.audit('member-invite')
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await api.mail('new@example.test')
  await tab.page.getByRole('row', { name: /new@example\.test.*Manager/ }).waitFor()
  await tab.audit('members')
  await button('Withdraw the invitation of new@example.test').click()
  await tab.page.getByText('new@example.test').first().waitFor({ state: 'detached' })
})

test('members: a role is changed and a member removed; the last administrator stays', async () => {
  const { organisationId } = api.account
  const bob = await addPerson(api, { name: 'Bob', at: organisationId })
  await tab.goTo(`${organisation}/members`)
  await tab.page.getByLabel('Role of Bob').selectOption('ACCOUNTING')
  await tab.page.getByText('The role was changed.').waitFor()
  const changed = await api.platform.store.members.find(organisationId, bob.id)
  assert.equal(changed?.role, 'ACCOUNTING')
  await tab.page.getByLabel('Role of admin').selectOption('DEVELOPER')
  await tab.sees(/needs an administrator/)
  tab.forget(/status of 409/)
  await button('Remove Bob').click()
  await dialog('Remove this member?').getByRole('button', { name: 'Remove' }).click()
  await button('Remove Bob').waitFor({ state: 'detached' })
  assert.equal(await api.platform.store.members.find(organisationId, bob.id), undefined)
})

test('activity: who did what is listed, and the filter is in the address', async () => {
  await tab.follow('Activity')
  await tab.sees('Member invited')
  await tab.audit('activity')
  await tab.page.getByLabel('Action').fill('member.remove')
  await tab.sees('Member removed')
  await tab.page.getByText('Member invited').waitFor({ state: 'detached' })
  assert.equal(new URL(tab.page.url()).searchParams.get('action'), 'member.remove')
  await tab.page.getByLabel('Action').fill('nothing.such')
  await tab.sees('Nothing matches')
})

test('settings: name and address are saved; an organisation with applications is not deleted', async () => {
  await api.application()
  await tab.follow('Settings')
  await tab.page.getByLabel('Company').fill('Acme SAS')
  await button('Save changes').click()
  await tab.page.getByText('Saved.', { exact: true }).waitFor()
  await tab.audit('organisation-settings')
  await button('Delete the organisation').click()
  const asking = dialog('Delete admin-org?')
  await asking.getByLabel('Type admin-org to confirm').fill('admin-org')
  await asking.getByRole('button', { name: 'Delete admin-org' }).click()
  await asking.getByRole('alert').waitFor()
  tab.forget(/status of 4\d\d/)
  await tab.page.keyboard.press('Escape')
})

test('billing: usage, prices and credits are shown, and an invoice is downloaded as PDF', async () => {
  const { platform, account } = api
  const { organisationId } = account
  await tab.goTo(`${organisation}/billing/invoices`)
  await tab.sees('No invoice yet')
  await setAddress(platform, organisationId)
  await addTestPrices(platform)
  const application = await api.application()
  await useHour(platform, application, lastMonth(platform), 200)
  const month = new Date(lastMonth(platform).from).toISOString().slice(0, 7)
  await tab.goTo(`${organisation}/billing?month=${month}`)
  await tab.sees('€72.00')
  await tab.audit('billing-usage')
  await tab.goTo(`${organisation}/billing`)
  await tab.page.getByLabel('Amount').fill('50')
  await button('Add an alert').click()
  await button(/^Remove the alert at 50/).waitFor()
  const { number } = await platform.store.invoices.add(testInvoice(organisationId))
  await tab.follow('Invoices')
  await tab.page
    .getByRole('row', { name: new RegExp(number) })
    .getByText('to be paid')
    .waitFor()
  await tab.audit('billing-invoices')
  const download = tab.page.waitForEvent('download')
  await button(`Download ${number} as PDF`).click()
  const file = await download
  assert.equal(file.suggestedFilename(), `${number}.pdf`)
  assert.ok((await text(await file.createReadStream())).startsWith('%PDF-'))
  await tab.follow(number)
  await tab.sees('€12.00')
  await tab.audit('billing-invoice')
  await tab.follow('Prices')
  await tab.sees('Sizes of instances')
  await tab.audit('billing-prices')
  await tab.follow('Credits and address')
  await tab.sees('7 rue des Archives, 75003 Paris, France')
  await tab.page.getByLabel('Cost centre').fill('R&D')
  await button('Save changes').click()
  await tab.page.getByText('Saved.', { exact: true }).waitFor()
  await tab.audit('billing-account')
})

test('network groups: one is made without members, which its page says, and is listed', async () => {
  await tab.goTo(`${organisation}/network-groups`)
  await tab.sees('No network group yet')
  await button('Create a network group').first().click()
  const form = dialog('Create a network group')
  await form.getByLabel('Name').fill('backend')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await tab.sees('No members yet')
  await tab.goTo(`${organisation}/network-groups`)
  await tab.page.getByRole('link', { name: 'backend' }).waitFor()
})

test('metrics: empty charts say why, and the range is in the address', async () => {
  const [application] = await api.platform.store.applications.listOf(api.account.organisationId)
  await tab.goTo(`${organisation}/applications/${application?.id}/metrics`)
  await tab.sees('Nothing is measured before the first deployment: push to it first.')
  await tab.page.getByLabel('Range').selectOption('7d')
  await tab.page.waitForURL(/\?range=7d$/)
  await tab.page.reload()
  await tab.sees('Nothing is measured before the first deployment: push to it first.')
  assert.equal(await tab.page.getByLabel('Range').inputValue(), '7d')
  await tab.audit('metrics-empty')
})

test('metrics: figures are drawn as charts and told in a table, with deployments marked', async () => {
  const { platform, metricStore } = api
  const [application] = await platform.store.applications.listOf(api.account.organisationId)
  assert.ok(application)
  await api.deploy(application, commitOf('a'))
  const now = Math.floor(Date.now() / 10_000) * 10_000
  const samples = Array.from({ length: 120 }, (_, at) => ({
    at: now - (120 - at) * 10_000,
    duration: 10_000,
    cpuSeconds: 1 + Math.sin(at / 9),
    maxCpus: 1,
    memoryBytes: 50_000_000 + at * 100_000,
    maxMemoryBytes: 256_000_000,
    requests: 20,
    status: [0, 18, 0, 1, 1],
    latency: [0, 10, 8, 2],
  }))
  const source = 'instance_1' as never
  await metricStore.add([{ resourceId: application.id, source, resolution: 'fine', samples }])
  await tab.goTo(`${organisation}/applications/${application.id}/metrics`)
  const table = tab.page.getByRole('table', { name: 'Figures of this range' })
  await table.getByRole('row', { name: /^Requests 120\/min/ }).waitFor()
  assert.equal(await tab.page.locator('.chart canvas').count(), 5)
  await tab.sees('Deployment 1')
  await tab.audit('metrics')

  const week = 7 * 24 * 3_600_000
  const before = Array.from({ length: 20 }, (_, at) => ({
    ...samples[0],
    at: Math.floor((now - week) / 300_000) * 300_000 - at * 300_000,
    duration: 300_000,
    cpuSeconds: 60,
    requests: 1200,
    status: [0, 1200, 0, 0, 0],
    maxCpus: 1,
    latency: [0, 1200],
  })).reverse()
  const past = { resourceId: application.id, source, resolution: 'fine' } as const
  await metricStore.add([{ ...past, samples: before }])
  await tab.page.getByRole('switch', { name: 'Compare with the week before' }).press('Space')
  await table.getByRole('columnheader', { name: 'Average a week before' }).waitFor()
  await table.getByRole('row', { name: /^Requests 120\/min.*240\/min$/ }).waitFor()
  await tab.page.getByText('requests, a week before').waitFor()
  await tab.audit('metrics-compared')
  await tab.page.getByRole('button', { name: 'Earlier', exact: true }).press('Enter')
  await tab.page.waitForURL((url) => url.searchParams.get('range')?.includes('..') === true)
  assert.equal(new URL(tab.page.url()).searchParams.get('compare'), 'week')
})
