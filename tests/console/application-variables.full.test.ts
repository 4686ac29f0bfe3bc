import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication
let address: string

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop', 'hello')
  await shop.project.git('push', 'berth', 'master')
  address = `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}`
  tab = await ConsoleTab.open(browser, berth, berth.admin, `${address}/variables`)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const saved = async () =>
  Object.fromEntries(
    (await berth.client.environment.list(shop.record)).map(({ name, value }) => [name, value]),
  )
const bar = () => tab.page.getByRole('region', { name: 'Staged changes' })
const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click()
const update = async () => {
  await bar().getByRole('button', { name: 'Update Changes' }).click()
  await bar().waitFor({ state: 'detached' })
}
const add = async (name: string, value: string) => {
  await tab.page.getByLabel('Name', { exact: true }).fill(name)
  await tab.page.getByLabel('Value', { exact: true }).fill(value)
  await press('Add')
}
const revealed = async (name: string) => {
  await press(`Show and edit ${name}`)
  return tab.page.getByLabel(`Value of ${name}`)
}

test('variables: an empty list teaches; a wrong name is told', async () => {
  await tab.sees('No variable yet')
  await tab.audit('variables-empty')
  await add('not a name', 'x')
  await tab.sees(/at most 100 letters/)
})

test('variables: changes are staged, reviewed with hidden values and updated together; a restart is offered', async () => {
  await add('GREETING', 'hello')
  await add('TOKEN', 'secret-1')
  await bar().getByText('2 changes: 2 added').waitFor()
  assert.deepEqual(await saved(), {}, 'nothing is saved before the update')
  await press('Review')
  const review = tab.page.getByRole('dialog', { name: 'Review the changes' })
  await review.getByText('TOKEN').waitFor()
  assert.equal(await review.getByText('secret-1').count(), 0, 'values are hidden')
  await tab.audit('variables-review')
  await review.getByText('Show values').click()
  await review.getByText('secret-1').waitFor()
  await review.getByRole('button', { name: 'Update Changes' }).click()
  await bar().waitFor({ state: 'detached' })
  assert.deepEqual(await saved(), { GREETING: 'hello', TOKEN: 'secret-1' })
  const before = (await shop.deployments()).length
  await press('Restart now')
  await until(async () => (await shop.deployments()).length > before, {
    timeout: 300_000,
    what: 'a deployment',
  })
})

test('variables: one is changed, one removed and one added; what is typed back is no change', async () => {
  assert.equal(await tab.page.getByText('secret-1').count(), 0, 'values are hidden')
  const greeting = await revealed('GREETING')
  await greeting.fill('good evening')
  await press('Remove TOKEN')
  await add('COLOUR', 'blue')
  await bar().getByText('3 changes: 1 added, 1 changed, 1 removed').waitFor()
  await tab.audit('variables-staged')
  await greeting.fill('hello')
  await bar().getByText('2 changes: 1 added, 1 removed').waitFor()
  await press('Take back the change of TOKEN')
  await update()
  assert.deepEqual(await saved(), { COLOUR: 'blue', GREETING: 'hello', TOKEN: 'secret-1' })
})

test('variables: the expert editor takes the whole set as .env or JSON and tells mistakes', async () => {
  const { page } = tab
  await page.getByLabel('Expert .env').check()
  const editor = page.getByLabel('Variables as text')
  await editor.click()
  const replace = async (text: string) => {
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  await replace('COLOUR="red"\nnonsense\n')
  await tab.sees('Line 2 is not NAME=value.')
  assert.ok(await bar().getByRole('button', { name: 'Update Changes' }).isDisabled())
  await replace('COLOUR="red"\nGREETING="hello"\nSIZE=3\n')
  await bar().getByText('3 changes: 1 added, 1 changed, 1 removed').waitFor()
  await tab.audit('variables-expert')
  await page.getByLabel('Expert JSON').check()
  await editor.getByText('"SIZE"').waitFor()
  await update()
  assert.deepEqual(await saved(), { COLOUR: 'red', GREETING: 'hello', SIZE: '3' })
  await page.getByLabel('Simple').check()
})

test('variables: an import is staged, an export is a file', async () => {
  const { page } = tab
  await press('Import')
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  await dialog.getByLabel('Content').fill('{"SIZE": "4", "NEW": "yes"}')
  await dialog.getByText('2 changes: 1 added, 1 changed').waitFor()
  await tab.audit('variables-import')
  await dialog.getByRole('button', { name: 'Stage these changes' }).click()
  await update()
  await press('Export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as JSON' }).click(),
  ])
  assert.deepEqual(JSON.parse(await readFile(await download.path(), 'utf8')), await saved())
})

test('variables: leaving with staged changes asks', async () => {
  const { page } = tab
  await add('LOST', 'x')
  const scaling = page.getByRole('link', { name: 'Scaling', exact: true })
  await scaling.click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await tab.audit('variables-leave')
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await bar().getByText('1 change: 1 added').waitFor()
  await scaling.click()
  await dialog.getByRole('button', { name: 'Leave and discard it' }).click()
  await page.waitForURL(/\/scaling$/)
  await tab.follow('Variables')
  await tab.sees('GREETING')
  assert.equal(await page.getByText('LOST').count(), 0)
})

test('variables: somebody who edits at the same time is told at once, sees what changed and chooses', async () => {
  const { page } = tab
  await (await revealed('GREETING')).fill('mine')
  await add('MINE', 'kept')
  await berth.client.environment.set(shop.record, { name: 'GREETING', value: 'theirs' })
  await berth.client.environment.set(shop.record, { name: 'THEIRS', value: 'kept' })
  const notice = page.getByRole('alert', { name: /Somebody else has changed/ })
  await notice.getByText('THEIRS', { exact: true }).waitFor()
  assert.ok(await bar().getByRole('button', { name: 'Update Changes' }).isDisabled())
  await tab.audit('variables-meanwhile')
  await notice.getByLabel('Which GREETING stays').selectOption('theirs')
  await notice.getByRole('button', { name: 'Put my changes on top of theirs' }).click()
  await bar().getByText('1 change: 1 added').waitFor()
  await update()
  const { GREETING, MINE, THEIRS } = await saved()
  assert.deepEqual([GREETING, MINE, THEIRS], ['theirs', 'kept', 'kept'])
})

test('variables: the later of two updates is refused, and overwrites nothing', async () => {
  const { page } = tab
  await (await revealed('COLOUR')).fill('green')
  await page.route('**/env', async (route) => {
    if (route.request().method() === 'PUT')
      await berth.client.environment.set(shop.record, { name: 'COLOUR', value: 'first' })
    await route.continue()
  })
  await bar().getByRole('button', { name: 'Update Changes' }).click()
  const notice = page.getByRole('alert', { name: /Somebody else has changed/ })
  await notice.getByRole('button', { name: 'Put my changes on top of theirs' }).waitFor()
  assert.equal((await saved()).COLOUR, 'first')
  tab.forget(/409/)
  await page.unroute('**/env')
  await notice.getByRole('button', { name: 'Put my changes on top of theirs' }).click()
  await update()
  assert.equal((await saved()).COLOUR, 'green')
})
