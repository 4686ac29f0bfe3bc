import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { changeOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import type { UserId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { addPerson } from '#tests/support/people/named-people.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let userId: UserId
let application: Application
let addon: Addon
let organisation: string
const password = 'a password of Pat'
const hostile = '"><img src=x onerror=alert(1)>'

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  const { platform, account } = api
  const ownerId = account.organisationId
  organisation = `/organisations/${ownerId}`
  application = await createApplication(platform, ownerId, {
    name: `shop ${hostile}`,
    type: 'node',
    zone: 'par',
    environment: {},
  })
  const { provider, plan } = await addOffer(platform.store)
  addon = await addAddon(platform.store, provider, plan, { ownerId, state: 'ready', realId: 'r' })
  const { id, email } = await addPerson(api, { name: 'Pat', at: ownerId })
  userId = id
  await platform.store.users.change(id, { passwordHash: await hashPassword(password) })
  tab = await ConsoleTab.open(browser, api, { email, password })
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

/** Gives the one person whose browser this is another role, or none. */
async function become(role: Role | undefined): Promise<void> {
  const { organisationId } = api.account
  const { members } = api.platform.store
  if (role) await members.put({ organisationId, userId, role, job: '' })
  else await members.remove(organisationId, userId)
}

const unknown = '00000000-0000-4000-8000-000000000000'
const pageOf = (id: string) => `${organisation}/applications/${id}`
const pageOfAddon = (id: string) => `${organisation}/addons/${id}`

/** What somebody sees of an address at which there is nothing for them. */
async function nothingAt(address: string): Promise<string[]> {
  await tab.goTo(address)
  await tab.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  return [await tab.page.title(), await tab.page.locator('main').innerText()]
}

/** What is at these addresses looks as if there were nothing, as at the first. */
async function looksAlike(nowhere: string, ...addresses: string[]): Promise<void> {
  const nothing = await nothingAt(nowhere)
  for (const address of addresses) assert.deepEqual(await nothingAt(address), nothing, address)
}

const linksOf = () =>
  tab.page.getByRole('navigation', { name: 'Navigation' }).getByRole('link').allInnerTexts()
const countOf = (name: string) => tab.page.getByRole('button', { name, exact: true }).count()

/** Status of a call that the page of somebody makes past its buttons. */
const statusOf = (method: string, path: string) =>
  tab.page.evaluate<number>(`(async () => {
    const { csrfToken } = await (await fetch('/v4/berth/session')).json()
    const headers = { 'x-berth-csrf': csrfToken }
    return (await fetch('${path}', { method: '${method}', headers })).status
  })()`)

test('roles: a DEVELOPER works on applications, and neither recruits, orders, pays nor deletes', async () => {
  await become('DEVELOPER')
  await tab.goTo(organisation)
  await tab.page.getByRole('table', { name: 'Applications' }).waitFor()
  const links = await linksOf()
  for (const name of ['Members', 'Billing', 'Settings']) assert.ok(links.includes(name), name)
  assert.ok(!links.includes('Activity'), String(links))
  await tab.moveTo(`${organisation}/billing`)
  await tab.page.getByRole('link', { name: 'Prices', exact: true }).waitFor()
  assert.equal(await tab.page.getByRole('link', { name: 'Invoices', exact: true }).count(), 0)
  await tab.moveTo(`${organisation}/members`)
  await tab.page.getByRole('row', { name: /pat@example\.test/ }).waitFor()
  assert.equal(await countOf('Invite somebody'), 0)
  await tab.moveTo(`${organisation}/settings`)
  await tab.page.getByRole('button', { name: /Leave/ }).waitFor()
  assert.equal(await countOf('Delete the organisation'), 0)
  await tab.moveTo(`${pageOf(application.id)}/settings`)
  await tab.page.getByLabel('Name', { exact: true }).waitFor()
  assert.equal(await tab.page.getByRole('button', { name: /^Delete/ }).count(), 0)
  const own = `/v2${organisation}`
  assert.equal(await statusOf('DELETE', `${own}/applications/${application.id}`), 403)
  assert.equal(await statusOf('DELETE', `${own}/addons/${addon.id}`), 403)
  assert.equal(await statusOf('GET', `${own}/audit`), 403)
  assert.equal(await statusOf('GET', `${own}/applications/${application.id}`), 200)
  await looksAlike(`${organisation}/none`, `${organisation}/audit`)
})

test('roles: a MANAGER creates and deletes, and neither recruits nor pays', async () => {
  await become('MANAGER')
  await tab.goTo(`${pageOf(application.id)}/settings`)
  await tab.page.getByRole('button', { name: /^Delete/ }).waitFor()
  assert.ok(!(await linksOf()).includes('Activity'))
  await tab.moveTo(`${organisation}/members`)
  await tab.page.getByRole('row', { name: /pat@example\.test/ }).waitFor()
  assert.equal(await countOf('Invite somebody'), 0)
  const own = `/v2${organisation}`
  assert.equal(await statusOf('DELETE', own), 403)
  assert.equal(await statusOf('GET', `/v4/billing${organisation}/invoices`), 403)
})

test('roles: for ACCOUNTING, an application and an add-on look as if they did not exist', async () => {
  await become('ACCOUNTING')
  await tab.goTo(`${organisation}/billing/invoices`)
  await tab.sees('No invoice yet')
  assert.ok(!(await linksOf()).some((name) => /shop|Marketplace|Activity/.test(name)))
  await looksAlike(
    pageOf(`app_${unknown}`),
    `${pageOf(application.id)}/logs`,
    pageOfAddon(addon.id),
  )
})

test('roles: for a stranger, an organisation and all in it look as if they did not exist', async () => {
  await become(undefined)
  await looksAlike(`/organisations/orga_${unknown}`, organisation, pageOf(application.id))
})

test('hostile names: are shown as they are, and nothing of them runs', async () => {
  await changeOrganisation(api.platform, api.account.organisationId, { name: `org ${hostile}` })
  await addPerson(api, { name: hostile, at: api.account.organisationId })
  await become('ADMIN')
  let alerts = 0
  tab.page.on('dialog', (dialog) => {
    alerts++
    void dialog.dismiss()
  })
  await tab.goTo(organisation)
  await tab.page.getByRole('table', { name: 'Applications' }).getByText(hostile).waitFor()
  await tab.moveTo(`${organisation}/members`)
  await tab.page.getByRole('table').getByText(hostile, { exact: true }).waitFor()
  await tab.moveTo(pageOf(application.id))
  await tab.page.getByRole('heading', { level: 1, name: `shop ${hostile}` }).waitFor()
  assert.equal(await tab.page.locator('img[src=x]').count(), 0)
  assert.equal(alerts, 0)
})
