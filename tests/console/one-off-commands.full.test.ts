import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TerminalScreen } from '#tests/support/console/terminal-screen.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication
let address: string

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop')
  assert.equal((await shop.deploy(webServer('open'))).state, 'OK')
  address = `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}/runs`
  tab = await ConsoleTab.open(browser, berth, berth.admin, address)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click()
const table = () => tab.page.getByRole('table', { name: 'One-off commands' })

/** Fills the form of a command and begins it. */
async function begin(command: string, fill: { timeout?: string; isDetached?: boolean } = {}) {
  await press('Run a command')
  const dialog = tab.page.getByRole('dialog')
  await dialog.getByLabel('Command', { exact: true }).fill(command)
  if (fill.timeout) await dialog.getByLabel('Ended after', { exact: true }).fill(fill.timeout)
  if (fill.isDetached) await dialog.getByLabel('Run it in the background').check()
  return dialog
}

const newestRun = async () => (await berth.client.runs.list(shop.record))[0] ?? assert.fail()

test('one-off commands: one is begun with a size and a timeout, and its terminal takes keys, sizes and signals', async () => {
  const { page } = tab
  const screen = new TerminalScreen(page)
  await tab.sees('No one-off command yet')
  await tab.audit('runs-none')
  const script =
    'trap "echo got-hup" HUP; echo size $(stty size); read A; echo "typed $A"; read B; exit 3'
  const dialog = await begin(script, { timeout: 'soon' })
  await dialog.getByText('From 10 seconds to 7 days').waitFor()
  const run = dialog.getByRole('button', { name: 'Run', exact: true })
  assert.ok(await run.isDisabled(), 'soon is no timeout')
  await dialog.getByLabel('Ended after', { exact: true }).fill('30m')
  await dialog.getByLabel('Size', { exact: true }).selectOption('pico')
  await tab.audit('run-new')
  await run.click()
  await screen.connected()
  await screen.shows(/size \d+ \d+/)
  const { timeout, size, detached } = await newestRun()
  assert.deepEqual([timeout, size, detached], [1800, 'pico', false])
  await screen.type('hello')
  await screen.shows(/typed hello/)
  await tab.audit('run')
  await press('Send a signal')
  await page.getByRole('menuitem', { name: /Hang up/ }).click()
  await screen.shows(/got-hup/)
  await page.locator('.xterm').click()
  await screen.type('')
  await tab.sees('The session has ended with exit code 3.')
  await tab.sees(/It took \d/)
  await tab.sees('failed, exit code 3')
  await tab.audit('run-ended')
  await tab.follow('All commands')
  await table().getByText('failed, exit code 3').waitFor()
  await tab.audit('runs')
})

test('one-off commands: a page that is reloaded goes on with its command, and shows how it ended', async () => {
  const { page } = tab
  const screen = new TerminalScreen(page)
  const dialog = await begin('echo begun; read A; echo "after $A"; read B; exit 4')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await screen.connected()
  await screen.shows(/begun/)
  await page.reload()
  await screen.connected()
  await screen.shows(/begun/)
  await screen.type('the reload')
  await screen.shows(/\nafter the reload/)
  await screen.type('')
  await tab.sees('The session has ended with exit code 4.')
  await tab.sees(/It took \d/)
  await tab.follow('All commands')
})

test('one-off commands: one that is stopped says so at its terminal, and nothing of its output is kept', async () => {
  const screen = new TerminalScreen(tab.page)
  const dialog = await begin('echo begun; exec sleep 1000')
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await screen.connected()
  await screen.shows(/begun/)
  await press('Stop')
  await tab.sees('It was stopped by a member: the run ends.')
  await tab.sees('stopped, exit code 143')
  const { id } = await newestRun()
  await tab.goTo(`${address}/${id}`)
  await tab.sees('What it prints goes to its terminal alone, and is not kept.')
  await tab.goTo(address)
})

test('one-off commands: one in the background has a log that is followed, and is stopped', async () => {
  const { page } = tab
  const dialog = await begin('for i in 1 2 3; do echo line $i; sleep 2; done; exec sleep 1000', {
    isDetached: true,
  })
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  const output = page.getByRole('region', { name: 'Output' }).last()
  await output.getByText('line 1').waitFor()
  await output.getByText('line 3').waitFor()
  await tab.audit('run-output')
  await press('Stop')
  await tab.sees('stopped, exit code 143')
  const { id } = await newestRun()
  assert.equal((await berth.client.runs.get(shop.record, id)).state, 'stopped')
  await tab.goTo(address)
})

test('one-off commands: one that was begun elsewhere waits for its starter, who can attach to it here', async () => {
  const { page } = tab
  const screen = new TerminalScreen(page)
  const { id } = await berth.client.runs.start(shop.record, { command: ['echo here; read A'] })
  await table().getByText('echo here; read A').waitFor()
  await tab.follow('Open', table().getByRole('row', { name: /echo here/ }))
  await press('Attach a terminal here')
  await screen.connected()
  await screen.shows(/here/)
  await screen.type('')
  await tab.sees('The session has ended with exit code 0.')
  const isOver = async () => (await berth.client.runs.get(shop.record, id)).state === 'succeeded'
  await until(isOver, { timeout: 60_000, what: 'its record' })
})
