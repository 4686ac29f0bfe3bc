import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { type GitHost, openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let host: GitHost
let browser: Browser
let tab: ConsoleTab
let shop: PushedApplication
const timeout = 300_000

before(async () => {
  ;[berth, host, browser] = await Promise.all([TestBerth.lease(), openGitHost(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop')
  await host.create('shop', webServer('from main'))
  await berth.client.connectedRepository.connect(shop.record, { url: host.urlOf('shop') })
  tab = await ConsoleTab.open(
    browser,
    berth,
    berth.admin,
    `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}/previews`,
  )
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await host?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click()

test('previews: they are switched on, one of a branch is followed until it answers, and removed', async () => {
  const { page } = tab
  await tab.sees('Previews are off')
  await page.getByLabel('This application has previews').check()
  await page.getByLabel('At most').fill('many')
  assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
  await page.getByLabel('At most').fill('2')
  await page.getByLabel('Variables in place of those of the application').fill('STAGE=preview')
  await press('Save')
  await page.getByText('The settings of previews are saved.').waitFor()
  assert.deepEqual((await berth.client.previews.settings(shop.record)).variables, {
    STAGE: 'preview',
  })

  const commit = await host.commit('shop', webServer('from next'), { branch: 'next' })
  await press('Create a preview')
  const dialog = page.getByRole('dialog', { name: 'Create a preview' })
  await dialog.getByLabel('Branch', { exact: true }).fill('next')
  await tab.audit('preview-new')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  const table = page.getByRole('table', { name: 'Previews' })
  await table.getByText('ready', { exact: true }).waitFor({ timeout })
  await table.getByText(commit.slice(0, 7)).waitFor()
  await tab.audit('previews')
  const [preview] = await berth.client.previews.list(shop.record)
  const open = table.getByRole('link', { name: 'Open', exact: true })
  assert.equal(await open.getAttribute('href'), preview?.url)
  await table.getByRole('link', { name: /Deployment 1/ }).click()
  await tab.sees('Health check')
  await page.goBack()

  await press('Remove the preview of next')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('No preview yet').waitFor({ timeout })
  assert.deepEqual(await berth.client.previews.list(shop.record), [])
})
