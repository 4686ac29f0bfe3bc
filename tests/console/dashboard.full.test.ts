import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionCookieFor } from '#api/pages/dashboard/dashboard-session.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'

let browser: Browser
before(async () => {
  browser = await Browser.start()
})
after(() => browser?.[Symbol.asyncDispose]())

test('dashboard: is readable on a phone, in the dark and by keyboard, whatever customers call things', async (t) => {
  const { api, addon, person, path, asked } = await openDashboard(t, await openConsoleApi())
  const tab = await browser.open(api.url)
  t.after(() => tab.close())
  const session = { addonId: addon.id, userId: person.id, now: api.platform.clock() }
  const [pair = ''] = sessionCookieFor(api.signer, session, false).split(';')
  const [name = '', value = ''] = pair.split('=')
  await tab.page.context().addCookies([{ name, value, url: api.url }])
  await tab.goTo(path)
  assert.equal(await tab.heading, addon.name)
  await tab.audit('dashboard')
  await tab.press('Reset counts')
  assert.match(await tab.text, /The counts of statements are reset/)
  assert.deepEqual(asked, ['reset'])
})

test('back-ups: are restored in place by typing the name, and into a new add-on', async (t) => {
  let progress: RestoreProgress = { state: 'saving', savedId: '', message: '' }
  const opened = await openDashboard(t, await openConsoleApi(), {
    backups: {
      list: async () => [
        { id: 'b1', date: '2026-01-31T09:30:00.000Z', status: 'success', size: 9 },
      ],
      make: async () => assert.fail('not asked for'),
      open: async () => undefined,
      restore: async () => progress,
      progressOf: () => progress,
    },
  })
  const { api, addon } = opened
  const address = `/organisations/${addon.ownerId}/addons/${addon.id}/backups`
  // Closed before the API, which is closed after the test.
  await using tab = await ConsoleTab.open(browser, api, api.account, address)
  const { page } = tab
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  await button('Restore').click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true })
  assert.ok(await confirm.isDisabled())
  await tab.audit('restore-here')
  await page.getByRole('dialog').getByRole('textbox').fill(addon.name)
  await confirm.click()
  await page.getByText('The current data are being backed up first.').waitFor({ timeout: 300_000 })
  progress = { state: 'restored', savedId: 'b0', message: '' }
  await page.getByText('The data from before are the back-up b0.').waitFor({ timeout: 300_000 })
  await tab.audit('restored')

  await button('As new add-on').click()
  await page.getByRole('dialog').getByRole('textbox').fill('twin')
  await tab.audit('restore-as-new')
  await button('Order and restore').click()
  await page.getByRole('link', { name: /Show twin/ }).waitFor({ timeout: 300_000 })
  const { store } = api.platform
  const isOrdered = async () =>
    (await store.addons.listOf(addon.ownerId)).some(({ name }) => name === 'twin')
  await until(isOrdered, { timeout: 300_000, what: 'the new add-on' })
})
