import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  const { stdout } = await shop.project.git('rev-parse', 'HEAD')
  await shop.project.git('push', 'berth', 'master')
  assert.equal((await shop.ended(stdout.trim(), 300_000)).state, 'OK')
  const address = `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}/crons`
  tab = await ConsoleTab.open(browser, berth, berth.admin, address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('scheduled tasks: one is added with its times in words, run, read, changed, switched off and removed', async () => {
  const { page } = tab
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await tab.sees('No scheduled task yet')
  await press('Add a task')
  const dialog = page.getByRole('dialog', { name: 'Add a task' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  await dialog.getByLabel('Name', { exact: true }).fill('backup')
  await dialog.getByLabel('Command', { exact: true }).fill('echo backing up; exit 3')
  await dialog.getByLabel('Schedule', { exact: true }).fill('0 3 * *')
  await dialog.getByText('This is not a schedule yet.').waitFor()
  assert.ok(await add.isDisabled(), 'the schedule is incomplete')
  await dialog.getByLabel('Schedule', { exact: true }).fill('0 3 * * *')
  await dialog.getByText('Every day at 03:00, in UTC.').waitFor()
  await tab.audit('cron-new')
  await add.click()
  const tasks = page.getByRole('table', { name: 'Scheduled tasks' })
  await tasks.getByText('every day at 03:00').waitFor()
  await press('Run backup now')
  const runs = page.getByRole('table', { name: 'Last runs' })
  await runs.getByText('failed, exit code 3').waitFor()
  await press('Output')
  await page.getByRole('dialog').getByText('backing up').waitFor()
  await tab.audit('cron-output')
  await page.keyboard.press('Escape')
  await press('Change backup')
  const changing = page.getByRole('dialog', { name: 'Change the task' })
  await changing.getByLabel('Schedule', { exact: true }).fill('@hourly')
  await changing.getByRole('button', { name: 'Save', exact: true }).click()
  await tasks.getByText('every hour at minute 0').waitFor()
  await press('Switch backup off')
  await tasks.getByText('off', { exact: true }).waitFor()
  await tab.audit('crons')
  const [listed] = await berth.client.crons.list(shop.record)
  assert.deepEqual([listed?.enabled, listed?.schedule], [false, '@hourly'])
  await press('Remove backup')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await tab.sees('No scheduled task yet')
})
