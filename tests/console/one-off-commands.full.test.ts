import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

test('one-off commands: they are listed with who, size and outcome, read while they go on, and stopped', async () => {
  await using berth = await TestBerth.lease()
  await using browser = await Browser.start()
  const { client, admin } = berth
  const shop = await PushedApplication.create(berth, 'shop')
  assert.equal((await shop.deploy(webServer('open'))).state, 'OK')
  const address = `/organisations/${admin.organisationId}/applications/${shop.record.id}/runs`
  await using tab = await ConsoleTab.open(browser, berth, admin, address)
  const { page } = tab
  await tab.sees('No one-off command yet')
  await tab.audit('runs-none')
  const command = ['echo begun; sleep 1000']
  const { id } = await client.runs.start(shop.record, { command, detached: true })
  const table = page.getByRole('table', { name: 'One-off commands' })
  await table.getByText('echo begun; sleep 1000').waitFor()
  await page.getByRole('button', { name: 'Output', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('begun').waitFor()
  await tab.audit('run-output')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await table.getByText('stopped, exit code 143').waitFor()
  await tab.audit('runs')
  assert.equal((await client.runs.get(shop.record, id)).state, 'stopped')
})
