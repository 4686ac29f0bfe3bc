import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 300_000

test('promotion: the live release of one application is deployed in another, which is proposed the next time', async () => {
  await using berth = await TestBerth.lease()
  await using browser = await Browser.start()
  const staging = await PushedApplication.create(berth, 'staging')
  const shop = await PushedApplication.create(berth, 'shop')
  assert.equal((await staging.deploy(webServer('tested'))).state, 'OK')
  const { id, ownerId } = staging.record
  const address = `/organisations/${ownerId}/applications/${id}`
  await using tab = await ConsoleTab.open(browser, berth, berth.admin, address)
  const { page } = tab
  const dialog = page.getByRole('dialog', { name: 'Promote staging' })
  const ask = async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Promote', exact: true }).click()
    await dialog.waitFor()
  }
  const promote = dialog.getByRole('button', { name: 'Promote', exact: true })

  await ask()
  assert.ok(await promote.isDisabled(), 'without a target')
  await dialog.getByLabel('To', { exact: true }).selectOption('shop')
  await dialog.getByText('nothing yet').waitFor()
  await dialog.getByLabel('Propose this target the next time').check()
  await tab.audit('promote')
  await promote.click()
  await page.waitForURL(new RegExp(`/applications/${shop.record.id}/deployments/`))
  await until(async () => (await shop.visit()).body === 'tested', { timeout, what: 'the release' })

  await page.goto(new URL(address, page.url()).href)
  await ask()
  assert.equal(await dialog.getByLabel('To', { exact: true }).inputValue(), shop.record.id)
  await promote.press('Enter')
  await page.waitForURL(new RegExp(`/applications/${shop.record.id}/deployments/`))
})
