import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import { pageOf } from '#tests/laws/matrix/scene.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { somebody } from '#tests/support/people/people.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let address: string

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  address = `/organisations/${api.account.organisationId}/settings`
  tab = await ConsoleTab.open(browser, api, api.account, address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const bob = { email: 'bob@example.test', password: 'a password of Bob' }
const dialog = () => tab.page.getByRole('dialog', { name: 'Your session has ended' })
const goOn = () => dialog().getByRole('button', { name: 'I have logged in' })
const company = () => tab.page.getByLabel('Company')

/** Logs in in another tab of the same browser, by the link that a page without a session leads to. */
async function logInBeside({ email, password }: { email: string; password: string }) {
  const other = await tab.openBeside(address)
  assert.equal(new URL(other.url()).searchParams.get('next'), address)
  await other.getByLabel('E-mail address', { exact: true }).fill(email)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await other.waitForURL((url) => url.pathname === address)
  await other.close()
}

const endSessions = async (email: string) => {
  const user = await api.platform.store.users.findByEmail(email)
  await api.platform.store.sessions.removeOf(user?.id ?? ('' as never))
}

test('session: one that expires leaves the page as it is, which goes on after a login in another tab', async () => {
  await company().fill('Typed before')
  const { clock } = api.platform
  api.platform.clock = () => clock() + 15 * 24 * 3_600_000
  await dialog().waitFor()
  tab.forget(/status of 401/)
  await tab.audit('session-ended')
  await goOn().click()
  await dialog().getByRole('alert').waitFor()
  await logInBeside(api.account)
  await goOn().click()
  await dialog().waitFor({ state: 'detached' })
  assert.equal(await company().inputValue(), 'Typed before')
})

test('session: one that ends again is told again, and nothing of it is asked for meanwhile', async () => {
  await endSessions(api.account.email)
  await dialog().waitFor()
  let asked = 0
  tab.page.on('request', () => {
    asked++
  })
  await goOn().click()
  await dialog().getByRole('alert').waitFor()
  assert.ok(asked < 10, `${asked} requests`)
})

test('session: when somebody else logs in, the page becomes theirs and keeps nothing', async () => {
  const { id } = await addPerson(api, { name: 'Bob', at: api.account.organisationId })
  await api.platform.store.users.change(id, { passwordHash: await hashPassword(bob.password) })
  await logInBeside(bob)
  await goOn().click()
  await tab.page.getByRole('button', { name: 'Account of Bob' }).waitFor()
  assert.equal(await tab.page.getByText('Typed before').count(), 0)
  assert.equal(new URL(tab.page.url()).pathname, address)
})

test('session: a cookie that another host of the domain has planted before ours changes nothing', async () => {
  const attacker = await somebody(api)
  const [, planted = ''] = /^ccid=(.*)$/.exec((await pageOf(api, attacker.id)).cookie) ?? []
  await tab.page.context().addCookies(
    // Browsers send the cookie of the longer path first.
    ['/v2', '/v4', '/organisations'].map((path) => ({
      name: 'ccid',
      value: planted,
      domain: new URL(api.url).hostname,
      path,
    })),
  )
  await tab.goTo(address)
  await tab.page.getByRole('button', { name: 'Account of Bob' }).waitFor()
})

test('restart: the page says that nothing arrives, and is live again without a reload, with what happened meanwhile', async () => {
  const { page } = tab
  const ownerId = api.account.organisationId
  await tab.goTo(`/organisations/${ownerId}`)
  await tab.sees('admin-org')
  await page.evaluate('window.isSamePage = true')
  const reopen = await api.closeListener()
  const bar = page.getByText('No connection to the platform.')
  await bar.waitFor()
  await createApplication(api.platform, ownerId, {
    name: 'made-meanwhile',
    type: 'node',
    zone: 'par',
    environment: {},
  })
  await reopen()
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'made-meanwhile' }).first().waitFor()
  const { authorization } = await somebody(api, { role: 'ADMIN', organisationId: ownerId })
  const renamed = await fetch(`${api.url}/v2/organisations/${ownerId}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'renamed-after' }),
  })
  assert.equal(renamed.status, 200)
  await page.getByRole('button', { name: /renamed-after/ }).waitFor()
  assert.equal(await page.evaluate('window.isSamePage'), true)
})

test('logs: go on by themselves after a session that ended', async () => {
  const [made] = await api.platform.store.applications.listOf(api.account.organisationId)
  assert.ok(made)
  const write = (message: string) =>
    api.platform.logs.append({
      applicationId: made.id,
      deploymentId: '',
      instanceId: '',
      commit: '',
      origin: 'instance',
      severity: 'info',
      message,
    })
  address = `/organisations/${made.ownerId}/applications/${made.id}/logs`
  await tab.goTo(address)
  write('before the end')
  await tab.sees('before the end')
  await endSessions(bob.email)
  await dialog().waitFor()
  write('meanwhile')
  await logInBeside(bob)
  await goOn().click()
  await dialog().waitFor({ state: 'detached' })
  await tab.sees('meanwhile')
  write('after it')
  await tab.sees('after it')
})
