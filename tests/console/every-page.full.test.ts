import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Request } from 'playwright-core'
import { createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import type { LogSourceId } from '#platform/model/ids.ts'
import { newLine } from '#stores/log-book.contract.ts'
import { testInvoice } from '#tests/support/billing/test-invoice.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab, contrastRules } from '#tests/support/console/console-tab.ts'
import { everyAddress } from '#tests/support/console/every-address.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { offerFrom } from '#tests/support/providers/market.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let service: OddProvider
let browser: Browser
let tab: ConsoleTab
let parameters: Record<string, string>

before(async () => {
  ;[api, service, browser] = await Promise.all([
    openConsoleApi(),
    openOddProvider(),
    Browser.start(),
  ])
  api.platform.policies.operators = [api.account.email]
  parameters = await addOneOfEach()
  // Not at the first address of the table: moving to the page that is open would draw nothing.
  tab = await ConsoleTab.open(browser, api, api.account, '/create')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.platform.runs.close()
  await service?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

/** One thing of each kind that has a page, so that every page has something to show. */
async function addOneOfEach(): Promise<Record<string, string>> {
  const { platform, account } = api
  const { organisationId } = account
  const client = createClient({ api: api.url, credentials: account })
  const application = await api.application({ environment: { GREETING: 'hello' } })
  const { id: deploymentId } = await api.deploy(application, commitOf('a'))
  const { provider } = await offerFrom(platform, service, organisationId)
  const order = { name: 'loft', providerId: provider.id, linkedApp: application.id }
  const { id: addonId } = await client.addons.order(organisationId, order)
  const { number } = await platform.store.invoices.add(testInvoice(organisationId))
  const { key } = await client.consumers.create(organisationId, {
    name: 'Board',
    description: 'Shows who deploys',
    url: '',
    baseUrl: 'https://board.test',
    picture: '',
    rights: { access_organisations: true },
  })
  const { id: webhookId } = await client.webhooks.add(organisationId, {
    name: 'Chat',
    urls: [{ format: 'raw', url: 'https://chat.test/hook' }],
    scope: null,
    events: ['APPLICATION_STOP'],
  })
  const { id: groupId } = await client.networkGroups.create(organisationId, {
    label: 'backend',
    description: 'Orders and what is behind them',
    members: [{ id: application.id }],
  })
  await client.networkGroups.admit(
    { ownerId: organisationId, id: groupId },
    { label: 'laptop', parentMember: 'external_1', publicKey: newKeyPair().publicKey },
  )
  const run = { command: ['echo hello'], detached: true }
  const { id: runId } = await client.runs.start(application, run)
  for (const id of [application.id, addonId] as LogSourceId[])
    for (const severity of ['info', 'warning', 'error'] as const)
      platform.logs.append(newLine(`Line of ${severity}`, { applicationId: id, severity }))
  return {
    groupId,
    ownerId: organisationId,
    applicationId: application.id,
    addonId,
    deploymentId,
    runId,
    invoiceNumber: number,
    providerId: provider.id,
    key,
    webhookId,
  }
}

/** Structure in one mode, and contrast in the others. */
const modes = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }, undefined],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }, contrastRules],
  ['high contrast', { colorScheme: 'light', forcedColors: 'active' }, contrastRules],
] as const

async function assertAccessible(name: string, within?: string): Promise<void> {
  for (const [mode, media, rules] of modes) {
    await tab.page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    assert.deepEqual(await tab.seriousFindings({ within, rules }), [], `${name}, ${mode}`)
  }
}

test('shell: header and navigation are accessible in light, dark and high contrast', async () => {
  await assertAccessible('shell')
})

test('add-on: has the tabs that its provider declares, and without a declaration that of back-ups', async () => {
  const { providerId = '', ownerId, addonId } = parameters
  const { manifest } = (await api.platform.store.providers.find(providerId)) ?? assert.fail()
  const tabsWith = async (pages?: string[]) => {
    const declared = { ...manifest, api: { ...manifest.api, ...(pages && { pages }) } }
    await api.platform.store.providers.change(providerId, { manifest: declared })
    await tab.goTo(`/organisations/${ownerId}/addons/${addonId}`)
    await tab.page.getByRole('link', { name: 'Variables', exact: true }).waitFor()
    const tabs = tab.page.getByRole('navigation', { name: 'Parts of the add-on' })
    return (await tabs.innerText()).split('\n').filter((name) => /Files|Data|Back-ups/.test(name))
  }
  assert.deepEqual(await tabsWith(['data', 'files']), ['Files', 'Data'])
  assert.deepEqual(await tabsWith(['backups']), ['Back-ups'])
  assert.deepEqual(await tabsWith([]), [])
  assert.deepEqual(await tabsWith(), ['Back-ups'])
})

/** Fields of forms; searches and choices are in the address. */
const typable =
  'main form :is(textarea, input:is([type=text], [type=email], [type=url], [type=tel])):visible:enabled'

const valuesOf = () =>
  tab.page
    .locator(typable)
    .evaluateAll((fields) => fields.map((field) => 'value' in field && field.value))

/** Breaks the event stream, after whose return everything is read again, and waits for all of that. */
async function reconnect(): Promise<void> {
  const asked = new Set<unknown>()
  const isRead = (request: { url(): string; method(): string }) =>
    request.method() === 'GET' && !request.url().includes('/events')
  const begin = (request: Request) => void (isRead(request) && asked.add(request))
  const end = (request: Request) => void asked.delete(request)
  tab.page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const isSummary = (request: Request) => request.url().endsWith('/v2/summary')
  await Promise.all([
    tab.page.waitForRequest(isSummary),
    tab.page.evaluate("dispatchEvent(new Event('online'))"),
  ])
  await until(() => asked.size === 0, { timeout: 60_000, what: 'answers' })
  tab.page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

test('every form: what was typed stays when everything is read again, and leaving asks first', async () => {
  const { page } = tab
  let formCount = 0
  for (const { name, address } of everyAddress(parameters)) {
    await tab.turnTo(name.startsWith('create') ? `${address}?for=${parameters.ownerId}` : address)
    const fields = await page.locator(typable).all()
    if (fields.length === 0) continue
    formCount++
    for (const [at, field] of fields.entries()) await field.fill(`typed-${at}`)
    const typed = await valuesOf()
    await reconnect()
    assert.deepEqual(await valuesOf(), typed, name)
    await page.getByRole('link', { name: 'Berth', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Leave and discard it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  assert.ok(formCount >= 15, `${formCount} pages with forms`)
})

test('every page: is accessible in light, dark and high contrast, and there is one at every address', async () => {
  const repeated: string[] = []
  for (const { name, address } of everyAddress(parameters)) {
    await tab.turnTo(name.startsWith('create') ? `${address}?for=${parameters.ownerId}` : address)
    assert.notEqual(await tab.heading(), 'Page not found', `${name} is at ${address}`)
    await assertAccessible(name, 'main')
    repeated.push(...(await repeatedTitles()).map((title) => `${name}: ${title}`))
  }
  assert.deepEqual(repeated, [], 'titles that a page says twice')
})

/** Headings that people see and that say the same as that of the page. */
async function repeatedTitles(): Promise<string[]> {
  const title = await tab.heading()
  const others = await tab.page.locator('main :is(h2, .empty-state-title):visible').all()
  const seen = await Promise.all(
    others.map(async (each) => ({ text: await each.innerText(), box: await each.boundingBox() })),
  )
  return seen.flatMap(({ text, box }) => (text === title && (box?.width ?? 0) > 1 ? [text] : []))
}
