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

before(async () => {
  ;[berth, host, browser] = await Promise.all([TestBerth.lease(), openGitHost(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop')
  tab = await ConsoleTab.open(
    browser,
    berth,
    berth.admin,
    `/organisations/${berth.admin.organisationId}/applications/${shop.record.id}/repository`,
  )
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await host?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click()
/** The API answers 404 for an application without a repository. */
const audit = async (name: string) => {
  tab.forget(/404/)
  await tab.audit(name)
}

test('repository: one is connected, shows its newest commit and what its host announced, and is disconnected', async () => {
  const { page } = tab
  const commit = await host.create('shop', webServer('from the host'))
  await tab.sees('Not connected to a repository')
  await audit('repository-none')
  await press('Connect a repository')
  const dialog = page.getByRole('dialog', { name: 'Connect a repository' })
  const url = dialog.getByLabel('URL of the repository', { exact: true })
  await url.fill('https://169.254.169.254/team/shop')
  await dialog.getByLabel('Access', { exact: true }).selectOption('token')
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
  assert.ok(await connect.isDisabled(), 'the token is missing')
  await dialog.getByLabel('Access', { exact: true }).selectOption('nobody')
  await connect.click()
  await dialog.getByText(/must not connect to/).waitFor()
  tab.forget(/400/)
  await audit('repository-connect')
  await url.fill(host.urlOf('shop'))
  await connect.click()
  await tab.sees(commit.slice(0, 7))
  await tab.sees('Begin')
  const link = page.getByRole('link', { name: commit.slice(0, 7), exact: true })
  assert.equal(await link.getAttribute('href'), `${host.url}/shop/commit/${commit}`)
  assert.equal((await shop.ended(commit)).state, 'OK')

  await press('Show address and secret')
  const { url: address, secret } = await berth.client.connectedRepository.webhook(shop.record)
  await tab.sees(address)
  await tab.sees(secret)
  const announced = await fetch(address, {
    method: 'POST',
    headers: { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret },
    body: JSON.stringify({ ref: 'refs/heads/main', after: commit }),
  })
  assert.equal(announced.status, 200, await announced.text())
  await page.getByRole('table', { name: 'Calls of the host' }).getByText('accepted').waitFor()
  await press('Do again what Push Hook led to')
  await audit('repository')

  await press('Disconnect')
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await tab.sees('Not connected to a repository')
})

test('repository: a private one shows the deploy key that its host has to get', async () => {
  const { page } = tab
  await press('Connect a repository')
  const dialog = page.getByRole('dialog', { name: 'Connect a repository' })
  await dialog.getByLabel('URL of the repository').fill('git@127.0.0.1:team/shop.git')
  await dialog.getByLabel('Access', { exact: true }).selectOption('deploy-key')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByText(/^ssh-ed25519 /).waitFor()
  await tab.sees('It cannot be read:')
  await audit('repository-deploy-key')
})

test('repository: tags are deployed in the place of a branch, and the form keeps them', async () => {
  const { page } = tab
  const commit = await host.commit('shop', webServer('tagged'))
  await host.git('shop', 'tag', 'v1.0.0', commit)
  await host.git('shop', 'push', '--quiet', 'origin', 'refs/tags/v1.0.0')
  await press('Change')
  const dialog = page.getByRole('dialog', { name: 'Connect a repository' })
  await dialog.getByLabel('URL of the repository').fill(host.urlOf('shop'))
  await dialog.getByLabel('Access', { exact: true }).selectOption('nobody')
  await dialog.getByLabel('What is deployed').selectOption('tags')
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
  assert.ok(await connect.isDisabled(), 'a pattern is missing')
  const tags = dialog.getByLabel('Tags', { exact: true })
  await tags.fill('v*')
  await audit('repository-connect-tags')
  await connect.click()
  await tab.sees('v1.0.0')
  assert.equal((await shop.ended(commit)).state, 'OK')
  await audit('repository-tags')
  await press('Change')
  assert.equal(await tags.inputValue(), 'v*')
})
