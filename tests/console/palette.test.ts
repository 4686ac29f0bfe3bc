import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shortcutKeys, tabKeys } from '#console/shell/shortcuts/shortcut-keys.ts'
import { until } from '#kit/concurrency/timeout.ts'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Nothing here is clicked: what the palette and the shortcuts do is done by keyboard alone. */
let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop')
  const { client } = berth
  for (const [name, value] of Object.entries(startedByNode))
    await client.environment.set(shop.record, { name, value })
  await shop.deploy(webServer('one'))
  await shop.deploy(webServer('two'))
  const address = `/organisations/${shop.record.ownerId}/applications/${shop.record.id}`
  tab = await ConsoleTab.open(browser, berth, berth.admin, address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const press = (...keys: string[]) =>
  keys.reduce<Promise<void>>(
    (before, key) => before.then(() => tab.page.keyboard.press(key)),
    Promise.resolve(),
  )
const palette = () => tab.page.getByRole('dialog', { name: 'Search or command' })
const dialog = (name: string) => tab.page.getByRole('dialog', { name, exact: true })

/** Opens the palette, types, and chooses the first match once it is this one. */
async function choose(typed: string, first: string): Promise<void> {
  await press('Control+k')
  await palette().getByRole('searchbox').waitFor()
  await tab.page.keyboard.type(typed)
  await palette().getByRole('option').first().getByText(first, { exact: true }).waitFor()
  await press('Enter')
  await palette().waitFor({ state: 'detached' })
}

/** Presses Tab until a control of the page has the focus. */
async function tabTo(name: string): Promise<void> {
  const control = tab.page.getByRole('button', { name, exact: true })
  await control.waitFor()
  const isFocused = async () => (await control.and(tab.page.locator(':focus')).count()) === 1
  for (let at = 0; at < 30 && !(await isFocused()); at++) await press('Tab')
  assert.ok(await isFocused(), `Tab does not reach ${name}`)
}

const newest = async () => (await shop.deployments())[0]
const serves = (text: string) =>
  until(async () => (await shop.visit()).body === text, {
    timeout: 300_000,
    every: 200,
    what: `${text} for visitors`,
  })

test('palette: restarts the open application, and says so', async () => {
  const before = await newest()
  await choose('restart', 'shop › Restart')
  await tab.page.getByText('shop is being restarted.').waitFor()
  await until(async () => (await newest())?.id !== before?.id, {
    timeout: 300_000,
    what: 'the deployment',
  })
  await until(async () => (await newest())?.state === 'OK', {
    timeout: 300_000,
    what: 'its end',
  })
})

test('palette: rolls back to a release, after the question of its page', async () => {
  await serves('two')
  await press('d', 'b')
  await palette().getByText('shop › Roll back to release 1', { exact: true }).waitFor()
  await tab.audit('palette-rollback')
  await tab.page.keyboard.type('1')
  const first = palette().getByRole('option').first()
  await first.getByText('shop › Roll back to release 1', { exact: true }).waitFor()
  await press('Enter')
  await dialog('Roll back to release 1?').waitFor()
  await tabTo('Roll back to release 1')
  await press('Enter')
  await tab.page.waitForURL(/\/deployments\/deployment_/)
  await serves('one')
})

test('palette: a commit leads to its deployment, and a page to its place', async () => {
  const [deployment] = (await shop.deployments()).filter(({ id }) => id === 2)
  const commit = deployment?.commit ?? assert.fail('it has no commit')
  await press('Control+k')
  await tab.page.keyboard.type(commit)
  const option = palette()
    .getByRole('option')
    .filter({ hasText: commit.slice(0, 8) })
  await option.filter({ hasText: 'Commit' }).first().waitFor()
  await press('Escape')
  await palette().waitFor({ state: 'detached' })
  await press('g', 'm')
  await tab.page.waitForURL(/\/metrics/)
  await press('g', 'h')
  await tab.page.waitForURL(/\/applications\/app_[^/]*$/)
})

test('palette: adds a variable, and offers the restart that it takes', async () => {
  await choose('shop add variable', 'shop › Add a variable')
  await dialog('Add a variable to shop').getByLabel('Name', { exact: true }).waitFor()
  await tab.page.keyboard.type('1 wrong')
  await press('Enter')
  await dialog('Add a variable to shop')
    .getByText(/A name has at most 100/)
    .waitFor()
  await press('Control+a')
  await tab.page.keyboard.type('GREETING')
  await press('Tab')
  await tab.page.keyboard.type('good day')
  await tab.draw('palette-variable')
  await tabTo('Add the variable')
  await press('Enter')
  await tab.page.getByText('GREETING was added.').waitFor()
  const list = await berth.client.environment.list(shop.record)
  assert.deepEqual(
    list.find(({ name }) => name === 'GREETING'),
    { name: 'GREETING', value: 'good day' },
  )
  await tabTo('Later')
  await press('Enter')
  await dialog('Add a variable to shop').waitFor({ state: 'detached' })
})

test('palette: begins and ends a maintenance', async () => {
  const isOn = async () => (await berth.client.maintenance.get(shop.record)).isOn
  await press('d', 'm')
  await dialog('Maintenance of shop').getByLabel('Message for visitors').waitFor()
  await tabTo('Begin maintenance')
  await press('Enter')
  await tab.page.getByText('Visitors get the maintenance page.', { exact: true }).waitFor()
  assert.ok(await isOn())
  await tab.draw('palette-maintenance')
  await tabTo('End maintenance')
  await press('Enter')
  await tab.page.getByText('Visitors reach the application again.', { exact: true }).waitFor()
  assert.ok(!(await isOn()))
  await press('Escape')
  await dialog('Maintenance of shop').waitFor({ state: 'detached' })
})

test('palette: changes the scale with its form, and copies the Git URL', async () => {
  await press('d', 's')
  await dialog('Scale shop').getByLabel('Instances, at most').waitFor()
  await tab.draw('palette-scale')
  await press('Escape')
  await dialog('Scale shop').waitFor({ state: 'detached' })
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose('git url', 'shop › Copy Git URL')
  await tab.page.getByText('The Git URL of shop is in the clipboard.').waitFor()
  const copied = await tab.page.evaluate<string>('navigator.clipboard.readText()')
  assert.equal(copied, shop.record.deployment.httpUrl)
})

test('palette: changes the theme; the last commands come first, and ? lists all shortcuts', async () => {
  const theme = () => tab.page.evaluate<string | null>('document.documentElement.dataset.theme')
  await choose('dark', 'Theme: dark')
  assert.equal(await theme(), 'dark')
  await press('t', 'l')
  assert.equal(await theme(), 'light')
  await press('Control+k')
  const first = palette().getByRole('option').first()
  await first.getByText('Theme: dark', { exact: true }).waitFor()
  await first.getByText('Recent', { exact: true }).waitFor()
  await tab.audit('palette')
  await press('Escape')
  await palette().waitFor({ state: 'detached' })
  await press('t', 's')
  await press('?')
  const help = dialog('Keyboard shortcuts')
  await help.getByText('Do with the application that is open').waitFor()
  await tab.audit('shortcuts')
  await press('Escape')
  await help.waitFor({ state: 'detached' })
})

test('shortcuts: each key that does something opens its question, or does it', async () => {
  const { page } = tab
  const closes = async (name: string | RegExp) => {
    const opened = page.getByRole('dialog', { name })
    await opened.waitFor()
    await press('Escape')
    await opened.waitFor({ state: 'detached' })
  }
  await press('d', 'd')
  await closes(/^Deploy [0-9a-f]{8} again\?$/)
  await press('d', 'v')
  await closes('Add a variable to shop')
  await press('d', 'b')
  await closes('Search or command')
  await press('/')
  await closes('Search or command')
  const [opened] = await Promise.all([page.context().waitForEvent('page'), press('d', 'o')])
  await opened.close()
  await press('d', 'g')
  await page.getByText('The Git URL of shop is in the clipboard.').first().waitFor()
  const before = await newest()
  await press('d', 'r')
  await until(async () => (await newest())?.id !== before?.id, {
    timeout: 300_000,
    what: 'the deployment',
  })
})

test('shortcuts: each key that goes somewhere leads to its page', async () => {
  const leadsTo = async (keys: readonly string[], path: string) => {
    await press(...keys)
    await tab.page.waitForURL((url) => url.pathname === path)
    // Keys go to the page, and to no field that it has focused.
    await tab.page.locator('main h1').first().waitFor()
  }
  const owner = `/organisations/${shop.record.ownerId}`
  const application = `${owner}/applications/${shop.record.id}`
  for (const [area, keys] of Object.entries(tabKeys))
    await leadsTo(keys, area === '' ? application : `${application}/${area}`)
  const places = {
    marketplace: `${owner}/marketplace`,
    members: `${owner}/members`,
    billing: `${owner}/billing`,
    overview: owner,
    create: '/create',
    account: '/account/profile',
  } as const
  for (const [name, path] of Object.entries(places))
    await leadsTo(shortcutKeys[name as keyof typeof places], path)
})
