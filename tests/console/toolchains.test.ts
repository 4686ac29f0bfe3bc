import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { openConsoleApi } from '#tests/support/console/console-api.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: Awaited<ReturnType<typeof openConsoleApi>>
let browser: Browser
let tab: ConsoleTab
let first: Application
let pinned: Application

const recipeWith = (version: string) => JSON.stringify({ tools: [{ name: 'node', version }] })

/** An application that runs on this release of Node, and whose next deployment gets `next`. */
async function deployed(name: string, version: string, next: string): Promise<Application> {
  const application = await api.application({ environment: { RECIPE: recipeWith(version) } })
  await api.platform.store.applications.change(application.id, { name })
  await api.deploy(application, commitOf('1'))
  await setVariable(api.platform, application, 'RECIPE', recipeWith(next))
  return application
}

before(async () => {
  ;[api, browser] = await Promise.all([openConsoleApi(), Browser.start()])
  api.platform.policies.operators = [api.account.email]
  first = await deployed('first', '18.20.8', '24.21.0')
  pinned = await deployed('pinned', '22.20.0', '22.20.0')
  await deployed('second', '22.20.0', '22.23.3')
  await deployed('third', '22.20.0', '22.23.3')
  tab = await ConsoleTab.open(browser, api, api.account, '/operator/toolchains')
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true })
const row = (name: RegExp) => tab.page.getByRole('row', { name })
const overviewOf = ({ ownerId, id }: Application) => `/organisations/${ownerId}/applications/${id}`

test('toolchains: an operator sees tools, outdated applications and what a deployment gets', async () => {
  await row(/first.*Node 18\.20\.8.*ended.*Node 24\.21\.0/).waitFor()
  await row(/pinned.*Node 22\.20\.0.*known weaknesses.*22\.23\.3 is newer.*the same/).waitFor()
  await row(/Node 22\.20\.0.*2027-04-30.*124.MiB/).waitFor()
  assert.equal(await button('Redeploy pinned').count(), 0)
  await tab.audit('operator-toolchains')
})

test('toolchains: a refresh that fails says why and what is kept, and the next one mends it', async () => {
  const { toolchains } = api.platform
  const { refresh, status } = toolchains
  const lastAttempt = { date: Date.now(), problem: 'the registry answered 503' }
  toolchains.refresh = () => Promise.reject(new Error(lastAttempt.problem))
  toolchains.status = () => ({ ...status(), lastAttempt })
  await button('Refresh now').click()
  const alert = tab.page.getByRole('alert').filter({ hasText: 'the registry answered 503' })
  await alert.getByText('The catalogue stays as it was').waitFor()
  tab.forget(/status of 503/)
  await tab.audit('operator-toolchains-failed')
  Object.assign(toolchains, { refresh, status })
  await button('Refresh now').click()
  await tab.page.getByText('The catalogue is up to date.').waitFor()
  await alert.waitFor({ state: 'detached' })
})

test('toolchains: a rolling redeployment is begun, followed to its end, and shown again later', async () => {
  await button('Redeploy all').click()
  const dialog = tab.page.getByRole('dialog', { name: 'Deploy outdated applications again?' })
  await dialog.getByLabel('At a time').fill('1')
  await tab.audit('operator-redeploy')
  await dialog.getByRole('button', { name: 'Begin' }).click()
  const progress = tab.page.getByRole('region', { name: 'Redeployment' })
  await progress.getByText('done', { exact: true }).waitFor()
  await progress
    .getByText('3 of 3 applications · 3 live, 0 failed, 1 that did not need it')
    .waitFor()
  await row(/second/).waitFor({ state: 'detached' })
  await tab.audit('operator-redeployed')
  await tab.goTo('/operator/toolchains')
  await row(/pinned/).waitFor()
  await progress.getByText('done', { exact: true }).waitFor()
})

test('toolchains: the page of an application says what it runs on, and offers a redeployment that gives another', async () => {
  await tab.goTo(overviewOf(pinned))
  await tab.page.getByText(/A redeployment would get the same/).waitFor()
  assert.equal(await button('Redeploy').count(), 0)
  const old = await deployed('fourth', '22.20.0', '22.23.3')
  await tab.goTo(overviewOf(old))
  const notice = tab.page.getByRole('region', { name: 'Outdated tools' })
  await notice.getByText('A redeployment gets Node 22.23.3.').waitFor()
  await tab.audit('application-outdated')
  await button('Redeploy').click()
  await tab.page
    .getByRole('heading', { name: /Deployment/ })
    .first()
    .waitFor()
  await tab.goTo(overviewOf(first))
  await tab.page.getByRole('heading', { name: 'Information' }).waitFor()
  assert.equal(await notice.count(), 0)
})
