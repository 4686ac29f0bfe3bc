import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import type { PlatformProcess } from '#platform/model/operation.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

/** One way through each area of the console that has no file of its own here; others are in depth, in the file of their area. */
let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let application: string

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  const { organisationId } = api.account
  const wanted = { name: 'shop', type: 'node', zone: 'par', environment: {} }
  const { id } = await createApplication(api.platform, organisationId, wanted)
  application = `/organisations/${organisationId}/applications/${id}`
  tab = await ConsoleTab.open(browser, api, api.account, '/account/profile')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => tab.page.getByRole('dialog', { name })
const row = (name: string | RegExp) => tab.page.getByRole('row', { name })
const userId = async () =>
  (await api.platform.store.users.findByEmail(api.account.email))?.id ?? ('' as never)

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('profile: changes are saved once there are some', async () => {
  const { page } = tab
  assert.ok(await button('Save changes').isDisabled())
  await page.getByLabel('Name', { exact: true }).fill('Ann Admin')
  await page.getByLabel('City').fill('Nantes')
  await page.getByLabel('Country').selectOption('FR')
  await button('Save changes').click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  const user = await api.platform.store.users.find(await userId())
  assert.deepEqual(
    [user?.name, user?.profile.city, user?.profile.country],
    ['Ann Admin', 'Nantes', 'FR'],
  )
  await page.getByLabel('Picture', { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel, 'base64'),
  })
  await page.getByText('The picture was saved.').waitFor()
  // Fails if the picture is not there, or the page may not load it.
  await page.locator('main img').evaluate((image: { decode(): Promise<void> }) => image.decode())
  await button('Delete the account').click()
  assert.ok(
    await dialog('Delete this account?')
      .getByRole('button', { name: 'Delete the account' })
      .isDisabled(),
  )
  await tab.audit('account-delete')
  await page.keyboard.press('Escape')
  await tab.audit('account-profile')
})

test('create a provider: the manifest is checked while it is written', async () => {
  const { page } = tab
  await tab.goTo(`/create/provider?for=${api.account.organisationId}`)
  await tab.sees('The manifest is valid.')
  await tab.audit('create-provider')
  const editor = page.getByRole('textbox', { name: 'Manifest' })
  await editor.fill('{ "id": "Wrong id" }')
  await tab.sees('An id has only lower-case letters')
  await editor.fill(JSON.stringify(newManifest('swift')))
  await button('Create provider').click()
  await page.waitForURL(/\/providers\/swift$/)
  await tab.sees('Only your own organisation can order')
  await tab.audit('provider')
})

test('OAuth consumer: the form leads to its key and secret, which is replaced; it is changed', async () => {
  const { page } = tab
  const { consumers } = api.platform.store
  await tab.goTo(`/create/consumer?for=${api.account.organisationId}`)
  await page.getByLabel('Name', { exact: true }).fill('Board')
  await page.getByLabel('Base URL').fill('https://board.test')
  await button('Create OAuth consumer').click()
  await tab.sees('Choose at least one right')
  await tab.audit('create-consumer')
  await page.getByLabel('See, add and remove their SSH keys').check()
  await button('Create OAuth consumer').click()
  await page.waitForURL(/\/consumers\//)
  const read = async () =>
    (await consumers.listOf(api.account.organisationId))[0] ?? assert.fail('it was not created')
  const { key, secret } = await read()
  await tab.sees(secret)
  await tab.sees(key)
  await tab.audit('consumer')
  await button('Replace the secret').click()
  await dialog('Replace the secret?').getByRole('button', { name: 'Replace it' }).click()
  await page.getByText('The secret was replaced.').waitFor()
  const { secret: other } = await read()
  assert.notEqual(other, secret)
  await tab.sees(other)
  await button('Change').click()
  const form = dialog('Change Board')
  await form.getByLabel('Name', { exact: true }).fill('Whiteboard')
  await form.getByLabel('See the bills of their organisations').check()
  await tab.audit('consumer-change')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Whiteboard' }).waitFor()
  assert.deepEqual((await read()).rights, ['access_organisations_bills', 'manage_ssh_keys'])
  await tab.follow('OAuth consumers', page.getByRole('navigation', { name: 'Navigation' }))
  await page.getByRole('table').getByRole('link', { name: 'Whiteboard' }).waitFor()
  await tab.audit('consumers')
})

test('webhooks: one is made with its secret shown once, and a failed delivery is sent again', async () => {
  await tab.goTo(`${application}/webhooks`)
  await button('Add a webhook').click()
  const form = tab.page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('URL').fill('http://127.0.0.1:9/hooks/secret')
  await form.getByLabel('Name', { exact: true }).fill('chat')
  await form.getByText(/^Single events/).click()
  await form.getByLabel('GIT_PUSH').check()
  await tab.draw('webhook-form')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('shown only now').waitFor()
  const secret = await form.locator('code').innerText()
  assert.match(secret, /^whsec_|^[\w+/=-]{20,}/)
  await button('I have copied it').click()
  await tab.page.getByRole('link', { name: 'chat' }).waitFor()
  await tab.audit('webhooks')
  await addFailedDelivery()
  await tab.follow('chat')
  await row(/DEPLOYMENT_FAIL.*failed.*HTTP 500/).waitFor()
  await tab.audit('webhook')
  assert.ok(!(await tab.page.locator('main').innerText()).includes(secret))
  await button('Show the delivery of DEPLOYMENT_FAIL').click()
  await tab.draw('webhook-delivery')
  await button('Deliver again').click()
  await row(/DEPLOYMENT_FAIL.*waiting/).waitFor()
  await button('Delete').click()
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await tab.sees('No webhook yet')
})

test('operator: machine, organisations, providers, settings and back-ups', async () => {
  const { policies, operation } = api.platform
  policies.operators = [api.account.email]
  api.platform.operation = { ...operation, processes: async () => processes }
  await tab.goTo('/operator')
  await row(/Database server.*postgresql-addon\/shared.*running.*MiB/).waitFor()
  await row(/Provider.*mariadb-addon.*down/).waitFor()
  await row(/Server running/).waitFor()
  await tab.audit('operator-machine')

  await tab.follow('Organisations')
  await button('Actions for admin-org').click()
  await tab.page.getByRole('menuitem', { name: 'Suspend', exact: true }).click()
  await tab.page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await row(/admin-org.*suspended/).waitFor()
  await tab.audit('operator-organisations')
  await button('Actions for admin-org').click()
  await tab.page.getByRole('menuitem', { name: 'Resume' }).click()
  await row(/admin-org.*active/).waitFor()

  await tab.follow('Providers')
  await row(/swift/).waitFor()
  await tab.follow('Settings', tab.page.getByRole('main'))
  await row(/BERTH_SMTP_URL.*set, not shown/).waitFor()
  await tab.audit('operator-settings')
  await tab.page.getByLabel('Find a setting').fill('memory')
  await row(/BERTH_SMTP_URL/).waitFor({ state: 'detached' })
  await row(/BERTH_QUOTA_MEMORY.*4096.*this machine/).waitFor()

  await tab.follow('Back-ups')
  await button('Back up now').click()
  await row(/berth-20260102T030405Z\.tar\.gz/).waitFor()
  await tab.audit('operator-backups')
})

const processes: PlatformProcess[] = [
  ...(['server', 'router', 'standby'] as const).map((kind) => running(kind, kind)),
  running('provider', 'postgresql-addon'),
  {
    kind: 'provider',
    name: 'mariadb-addon',
    state: 'down',
    startedAt: null,
    memoryBytes: null,
  },
  { kind: 'provider', name: 'redis-addon', state: 'idle', startedAt: null, memoryBytes: null },
  running('database', 'postgresql-addon/shared'),
]

function running(kind: PlatformProcess['kind'], name: string): PlatformProcess {
  return { kind, name, state: 'running', startedAt: Date.now() - 3_600_000, memoryBytes: 150e6 }
}

async function addFailedDelivery() {
  const { organisationId: ownerId } = api.account
  const [webhook] = await api.platform.store.webhooks.listOf(ownerId)
  assert.ok(webhook)
  const [url] = webhook.urls
  const now = Date.now()
  await api.platform.store.webhookDeliveries.add({
    id: newId('webhookdelivery'),
    webhookId: webhook.id,
    ownerId,
    eventId: 1,
    eventName: 'DEPLOYMENT_FAIL',
    format: 'raw',
    url: url?.url ?? '',
    body: JSON.stringify({ event: 'DEPLOYMENT_FAIL', data: { name: 'shop' } }),
    state: 'failed',
    createdAt: now,
    dueAt: now,
    attempts: 8,
    attemptedAt: now,
    status: 500,
    duration: 12,
    excerpt: 'Internal error',
    failure: 'It answered with 500.',
    replayOf: null,
  })
}
