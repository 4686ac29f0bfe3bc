import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import type { LogSourceId } from '#platform/ids.ts'
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
  for (const id of [application.id, addonId] as LogSourceId[])
    for (const severity of ['info', 'warning', 'error'] as const)
      platform.logs.append(newLine(`Line of ${severity}`, { applicationId: id, severity }))
  return {
    groupId,
    ownerId: organisationId,
    applicationId: application.id,
    addonId,
    deploymentId,
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

test('every page: is accessible in light, dark and high contrast, and there is one at every address', async () => {
  for (const { name, address } of everyAddress(parameters)) {
    await tab.turnTo(name.startsWith('create') ? `${address}?for=${parameters.ownerId}` : address)
    assert.notEqual(await tab.heading(), 'Page not found', `${name} is at ${address}`)
    await assertAccessible(name, 'main')
  }
})
