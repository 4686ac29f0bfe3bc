import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Pages about what an application is reached by, how large it is, what it is linked to and how it behaves. */
let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication
let worker: PushedApplication
let addonId: string
const timeout = 300_000

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  const { client, admin } = berth
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  worker = await PushedApplication.create(berth, 'worker', 'hello')
  await shop.project.git('push', 'berth', 'master')
  const order = { name: 'shared', providerId: 'config-provider' }
  addonId = (await client.addons.order(admin.organisationId, order)).id
  await client.domains.add(shop.record, 'shop.example.org')
  tab = await ConsoleTab.open(browser, berth, admin, addressOf(shop, 'domains'))
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const addressOf = ({ record }: PushedApplication, page: string) =>
  `/organisations/${berth.admin.organisationId}/applications/${record.id}/${page}`
const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click()
/** The API answers with 404 what does not exist: a favourite domain, and public addresses that nobody has set. */
const audit = async (name: string) => {
  tab.forget(/404/)
  await tab.audit(name)
}
const current = () => berth.client.applications.get(shop.record)

test('certificates: one is uploaded for a domain, and removed', async () => {
  const { page } = tab
  const { certificate, key } = issueCertificate(createAuthority('An authority'), [
    'shop.example.org',
  ])
  await press('Upload a certificate')
  const dialog = page.getByRole('dialog', { name: 'Upload a certificate' })
  await dialog.getByLabel('Certificate chain', { exact: true }).fill(certificate)
  await dialog.getByLabel('Private key', { exact: true }).fill('not a key')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  tab.forget(/400/)
  await audit('certificate-upload')
  await dialog.getByLabel('Private key', { exact: true }).fill(key)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const row = page.getByRole('table', { name: 'Domains' }).getByRole('row', { name: /shop\./ })
  await row.getByText('valid', { exact: true }).waitFor()
  await audit('certificates')
  await press('Remove the certificate for shop.example.org')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await row.getByText('none of its own').waitFor()
  await row.getByRole('button', { name: /^Remove shop/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal((await berth.client.domains.list(shop.record)).length, 1)
})

test('scaling: the cost is shown before, and two instances run after', async () => {
  const { page } = tab
  await tab.follow('Scaling')
  await page.getByLabel('Instances, at least').selectOption('2')
  assert.equal(await page.getByLabel('Instances, at most').inputValue(), '2', 'it follows')
  await tab.sees('Cost')
  await audit('scaling')
  await press('Apply')
  const table = page.getByRole('table', { name: 'Instances' })
  await table.getByRole('row').nth(2).getByText('running').waitFor({ timeout })
  assert.equal((await current()).instance.minInstances, 2)
  await page.getByLabel('Size of builds').selectOption('S')
  const answered = Promise.withResolvers<void>()
  await page.route(`**/applications/${shop.record.id}`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'PUT') await answered.promise
    await route.fulfill({ response })
  })
  await press('Save')
  await until(async () => (await current()).separateBuild, { timeout, what: 'a size of builds' })
  // Leaving waits for the answer, and then has nothing to ask.
  const left = tab.follow('Links')
  setTimeout(answered.resolve, 200)
  await left
  await page.unrouteAll({ behavior: 'wait' })
  assert.equal((await current()).buildFlavor.name, 'S')
})

test('links: an add-on and an application are linked and unlinked, and a restart is offered', async () => {
  const { page } = tab
  const { client } = berth
  await client.addons.configure({ id: addonId }, { SHARED_KEY: 'from the add-on' })
  await tab.follow('Links')
  await tab.sees('No add-on is linked')
  await audit('links-empty')
  const addons = page.getByRole('form', { name: 'Link an add-on' })
  await addons.getByLabel('Link an add-on').selectOption(addonId)
  await addons.getByRole('button', { name: 'Link' }).click()
  await page
    .getByRole('table', { name: 'Linked add-ons' })
    .getByText('shared', { exact: true })
    .waitFor()
  const applications = page.getByRole('form', { name: 'Link an application' })
  await applications.getByLabel('Link an application').selectOption(worker.record.id)
  await applications.getByRole('button', { name: 'Link' }).click()
  await page
    .getByRole('table', { name: 'Linked applications' })
    .getByText('worker', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Restart now' }).waitFor()
  await audit('links')
  assert.equal((await client.dependencies.of(shop.record))[0]?.id, worker.record.id)
  await tab.follow('Variables')
  const linked = page.getByRole('table', { name: /From linked/ })
  await linked.getByText('SHARED_KEY', { exact: true }).waitFor()
  assert.equal(await linked.getByText('from the add-on').count(), 0, 'values are hidden')
  await press('Show SHARED_KEY')
  await linked.getByText('from the add-on', { exact: true }).waitFor()
  await audit('variables-linked')
  await tab.follow('Links')
  await press('Unlink shared')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.locator('button:focus', { hasText: 'Unlink shared' }).waitFor({ state: 'attached' })
  await press('Unlink shared')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await tab.sees('No add-on is linked')
  // The button is gone with its row: the focus is at the heading of its panel.
  await page.locator('h2:focus', { hasText: 'Linked add-ons' }).waitFor()
})

test('links: published variables reach the applications that are linked', async () => {
  const { page } = tab
  await tab.goTo(addressOf(worker, 'links'))
  await tab.sees('Applications that use this one')
  await press('Show and edit')
  await page.getByLabel(/Published variables as/).fill('WORKER_URL=http://worker.example.org')
  await press('Publish')
  await tab.sees('1 variable is published.')
  const [{ env } = { env: [] }] = await berth.client.environment.ofDependencies(shop.record)
  assert.deepEqual(env, [{ name: 'WORKER_URL', value: 'http://worker.example.org' }])
})

test('drains: one is added with the fields of its type, checked, disabled and removed', async () => {
  const { page } = tab
  await using recipient = await openHttpRecipient()
  await tab.goTo(addressOf(shop, 'drains'))
  await tab.sees('No drain yet')
  await press('Add a drain')
  const dialog = page.getByRole('dialog', { name: 'Add a drain' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await dialog.getByLabel('Type of the recipient').selectOption('Elasticsearch')
  await dialog.getByLabel('URL', { exact: true }).fill('http://169.254.169.254/_bulk')
  assert.ok(await add.isDisabled(), 'the index is missing')
  await dialog.getByLabel('Prefix of the indices').fill('shop')
  await add.click()
  await dialog.getByText(/private address/).waitFor()
  tab.forget(/400/)
  await audit('drain-new')
  await dialog.getByLabel('Type of the recipient').selectOption('HTTP')
  await dialog.getByLabel('URL', { exact: true }).fill(recipient.url)
  await dialog.getByLabel('Password (optional)').fill('hidden')
  await dialog.getByLabel('User name (optional)').fill('me')
  await add.click()
  const row = page.getByRole('table', { name: 'Drains' }).getByRole('row', { name: /HTTP/ })
  await row.getByText('running', { exact: true }).waitFor()
  await press(`Check ${recipient.url}`)
  await row.getByText('A test line was taken by the recipient.').waitFor()
  assert.match(recipient.texts().join(), /checks whether this drain works/)
  await audit('drains')
  await press(`Disable ${recipient.url}`)
  await row.getByText('disabled', { exact: true }).waitFor()
  const [drain] = await berth.client.drains.list(shop.record)
  assert.deepEqual([drain?.status.status, drain?.recipient.password], ['DISABLED', '********'])
  await press(`Enable ${recipient.url}`)
  await row.getByText('running', { exact: true }).waitFor()
  await press(`Remove ${recipient.url}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await tab.sees('No drain yet')
})

test('tabs: on a phone they are one line that scrolls, with the current one in view', async () => {
  const { page } = tab
  await page.setViewportSize({ width: 360, height: 800 })
  await tab.goTo(addressOf(shop, 'settings'))
  const tabs = page.locator('nav.tab-links')
  const current = tabs.getByRole('link', { name: 'Settings', exact: true })
  const [line, link] = [await tabs.boundingBox(), await current.boundingBox()]
  assert.ok(line && link)
  assert.ok(line.height < 2 * link.height, `${line.height} pixels high`)
  const isInView = async () => {
    const { x, width } = (await current.boundingBox()) ?? { x: -1, width: 0 }
    return x >= 0 && x + width <= 360
  }
  await until(isInView, { timeout, what: 'the current tab in view' })
})

test('settings: only what is edited changes', async () => {
  const { page } = tab
  await tab.goTo(addressOf(shop, 'settings'))
  await page.getByLabel('Name', { exact: true }).fill('store')
  await page.getByLabel('Only HTTPS').check()
  await page.getByLabel('Sticky sessions').check()
  await audit('application-settings')
  await press('Save changes')
  await page.getByRole('heading', { level: 1, name: 'store' }).waitFor()
  const { forceHttps, stickySessions, homogeneous, branch } = await current()
  assert.deepEqual(
    { forceHttps, stickySessions, homogeneous, branch },
    { forceHttps: 'ENABLED', stickySessions: true, homogeneous: false, branch: 'master' },
  )
})

test('settings: an application is deleted by typing its name', async () => {
  const { page } = tab
  await tab.goTo(addressOf(worker, 'settings'))
  await press('Delete the application')
  const dialog = page.getByRole('dialog', { name: 'Delete worker' })
  const confirm = dialog.getByRole('button', { name: 'Delete worker', exact: true })
  assert.ok(await confirm.isDisabled())
  await dialog.getByLabel('Type worker to confirm').fill('worker')
  await audit('application-delete')
  await confirm.click()
  await page.waitForURL((url) => url.pathname === `/organisations/${berth.admin.organisationId}`)
  await page
    .getByRole('table', { name: 'Applications' })
    .getByText('store', { exact: true })
    .waitFor()
  const all = await berth.client.applications.list(berth.admin.organisationId)
  assert.deepEqual(
    all.map(({ name }) => name),
    ['store'],
  )
})
