import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import { createApplication } from '#platform/hosting/applications/applications.ts'
import type { PlatformProcess } from '#platform/model/operation.ts'
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

test('e-mail notifications: one for all members is added and deleted', async () => {
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

test('operator: the pages do not exist for others', async () => {
  await tab.goTo('/operator')
  await tab.sees('Page not found')
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
  await tab.sees('No add-on provider')
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
