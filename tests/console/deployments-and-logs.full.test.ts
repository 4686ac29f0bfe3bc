import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let page: Page
let shop: PushedApplication
let address: string

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  shop = await PushedApplication.create(berth, 'shop')
  address = `/organisations/${shop.record.ownerId}/applications/${shop.record.id}`
  tab = await ConsoleTab.open(browser, berth, berth.admin, `${address}/deployments`)
  page = tab.page
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

/** Writes as many coloured lines as the path says. */
const talkative = (version: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'web', main: 'server.js' }),
  'server.js': `
    const server = require('node:http').createServer((request, response) => {
      const count = Number(request.url.split('/')[2] ?? 0)
      for (let at = 1; at <= count; at++)
        console.log('\\u001b[31mcoloured\\u001b[0m ' + request.url.split('/')[1] + ' number ' + at)
      response.statusCode = request.url === '/missing' ? 404 : 200
      response.end(${JSON.stringify(version)})
    })
    server.listen(8080, '0.0.0.0', () => console.log('Ready to serve ${version}'))
    process.on('SIGTERM', () => server.close(() => process.exit(0)))`,
})

const row = (name: string) =>
  page
    .getByRole('table', { name: 'Deployments' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const log = () => page.getByRole('log', { name: 'Log lines' })
/** The release of the deployment that is shown serves visitors. */
const isLive = () => page.locator('main').getByText('live', { exact: true }).waitFor()
const confirm = (name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('deployments: an empty list teaches, and a push appears in it by itself with its state', async () => {
  await tab.sees('Nothing has been deployed yet')
  await tab.audit('deployments-empty')
  await shop.deploy(talkative('one'))
  await row('Deployment 1').getByText('live', { exact: true }).waitFor()
  await tab.audit('deployments')
  await page.getByLabel('Kind', { exact: true }).selectOption('UPSCALE')
  await tab.sees('No deployment of this kind')
  await page.getByLabel('Kind', { exact: true }).selectOption('')
  await row('Deployment 1').waitFor()
})

test('deployment: its story has steps with durations, who, what changed, and the log beside', async () => {
  await berth.client.environment.set(shop.record, { name: 'GREETING', value: 'good day' })
  await shop.deploy(talkative('two'))
  await tab.follow('Deployment 2')
  const steps = page.getByRole('list', { name: 'Steps of the deployment' })
  await steps.getByRole('button', { name: /^Build ?done/ }).waitFor()
  await tab.sees('GREETING')
  await log().getByText('Ready to serve two').waitFor()
  await steps.getByRole('button', { name: /^Build/ }).click()
  await page.waitForURL(/step=build/)
  await page.getByRole('heading', { name: 'Log: Build' }).waitFor()
  await log().getByText('Ready to serve two').waitFor({ state: 'detached' })
  await tab.audit('deployment')
})

test('releases: two are compared by the names of their variables, and a rollback says what it changes first', async () => {
  await tab.goTo(`${address}/deployments`)
  await tab.follow('Compare releases')
  await page.getByRole('heading', { name: 'From release 1 to release 2' }).waitFor()
  await tab.sees('GREETING')
  await tab.audit('compare-releases')
  await page.getByRole('button', { name: 'Roll back to this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll back to release 1?' })
  await dialog.getByText('GREETING').waitFor()
  await tab.audit('rollback')
  await confirm('Roll back to release 1')
  await page.waitForURL(/\/deployments\/deployment_/)
  await page.getByRole('heading', { name: 'Deployment 3' }).waitFor()
  await isLive()
  assert.equal((await shop.visit()).body, 'one')
})

test('deployment: a failed one opens with the step, the sentence and the advice', async () => {
  await shop.deploy({ 'server.js': 'console.log("I cannot"); require("no-such-module")' })
  await tab.goTo(`${address}/deployments/4`)
  await page.getByRole('heading', { name: /^(Start|Health check) failed$/ }).waitFor()
  await page.getByRole('heading', { name: /^Log: (Start|Health check)$/ }).waitFor()
  await log().getByText('I cannot').first().waitFor()
  await page
    .locator('.deployment-failure')
    .getByText("Error: Cannot find module 'no-such-module'", { exact: true })
    .waitFor()
  await tab.audit('deployment-failed')
})

test('deployment: its headline is the line of the log that is to blame, and leads there by keyboard', async () => {
  await berth.client.environment.set(shop.record, {
    name: 'CC_POST_BUILD_HOOK',
    value: 'node build/pages.js',
  })
  await shop.project.write({
    ...talkative('two'),
    'build/pages.js': 'const pages = []\nconst first = ;\n',
  })
  const commit = await shop.project.commit('Build the pages\n\nThey were missing')
  await shop.project.git('push', 'berth', 'master')
  await shop.ended(commit)
  await tab.goTo(`${address}/deployments`)
  const failed = row('Deployment 5')
  await failed.getByText('Build the pages', { exact: true }).waitFor()
  await failed.getByText("build/pages.js:2: SyntaxError: Unexpected token ';'").waitFor()
  await tab.audit('deployments-in-words')
  await tab.follow('Deployment 5')
  await page.getByRole('heading', { name: 'Build failed' }).waitFor()
  const commits = page.getByRole('list', { name: 'Commits' })
  await commits.getByText('Build the pages Ada').waitFor()
  await log()
    .locator('.log-line-current', { hasText: "SyntaxError: Unexpected token ';'" })
    .waitFor()
  await tab.audit('deployment-headline')
  await page.getByRole('link', { name: /^build\/pages\.js:2 SyntaxError/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/logs\?.*line=/)
  await log()
    .locator('.log-line-current', { hasText: "SyntaxError: Unexpected token ';'" })
    .waitFor()
  await tab.goTo(address)
  await page
    .locator('.last-deployment-panel')
    .getByText('Build the pages', { exact: true })
    .waitFor()
  await berth.client.environment.unset(shop.record, 'CC_POST_BUILD_HOOK')
})

test('deployment: one in progress is cancelled after a question, and one is deployed again', async () => {
  await berth.client.environment.set(shop.record, {
    name: 'CC_PRE_BUILD_HOOK',
    value: 'sleep 300',
  })
  await shop.project.write(talkative('three'))
  await shop.project.commit('A slow one')
  await shop.project.git('push', 'berth', 'master')
  await tab.goTo(`${address}/deployments/6`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog', { name: 'Cancel deployment 6?' }).waitFor()
  await confirm('Cancel the deployment')
  await page.getByRole('heading', { name: /was cancelled|failed/ }).waitFor()
  await berth.client.environment.unset(shop.record, 'CC_PRE_BUILD_HOOK')
  await page.getByRole('button', { name: 'Redeploy', exact: true }).click()
  await confirm('Redeploy')
  await page.getByRole('heading', { name: 'Deployment 7' }).waitFor()
  await isLive()
  assert.equal((await shop.visit()).body, 'three')
})

test('logs: come live with colours, are searched by the platform with marks, and the address keeps the filter', async () => {
  await tab.goTo(`${address}/logs`)
  await log().getByText('Ready to serve three').waitFor()
  await shop.visit('/first/3')
  const line = log().locator('.log-line', { hasText: 'coloured first number 3' })
  await line.locator('.ansi-red', { hasText: 'coloured' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search the whole log' }).fill('COLOURED first number')
  await log().locator('mark').first().waitFor()
  await tab.sees('3 lines found')
  await page.waitForURL(/search=COLOURED/)
  await log().getByText('Ready to serve three').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await tab.sees('3 of 3')
  await log().locator('.log-line-current', { hasText: 'first number 3' }).waitFor()
  await tab.audit('logs')
  await page.getByRole('switch', { name: 'All lines' }).check()
  await log().getByText('Ready to serve three').waitFor()
  await page.getByRole('switch', { name: 'All lines' }).uncheck()
  await page.reload()
  await tab.sees('3 lines found')
  assert.equal(await log().locator('.log-line').count(), 3)
})

test('logs: follow their end until somebody scrolls up, then count what comes', async () => {
  await tab.goTo(`${address}/logs`)
  await shop.visit('/many/3000')
  await log().getByText('many number 3000').waitFor()
  await log().hover()
  await page.mouse.wheel(0, -2000)
  await shop.visit('/later/7')
  await page.getByRole('button', { name: '7 new lines' }).click()
  await log().getByText('later number 7').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await shop.visit('/paused/2')
  await page.getByRole('button', { name: '2 new lines' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await log().getByText('paused number 2').waitFor()
})

test('logs: counts over time narrow the search by a drag and by the keyboard, and what is found is downloaded', async () => {
  await tab.goTo(`${address}/logs?search=coloured`)
  const counts = page.getByRole('region', { name: 'Lines over time' })
  await counts.getByText('3,012 lines', { exact: true }).waitFor()
  const box = await page.locator('.log-histogram-plot svg').boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 1, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + 5, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/since=.*until=/)
  await counts.getByText('3,012 lines', { exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL((url) => !url.search.includes('since'))
  await counts.getByText('Counts as a table').press('Enter')
  await counts
    .getByRole('button', { name: /^Narrow the time to/ })
    .first()
    .press('Enter')
  await page.waitForURL(/since=.*until=/)
  await tab.audit('logs-counts')
  await tab.goTo(`${address}/logs?search=many`)
  await counts.getByText('3,000 lines', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Download' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As JSON lines' }).click()
  const download = await downloading
  assert.match(download.suggestedFilename(), /^shop-.*\.jsonl$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  assert.equal(lines.length, 3000, 'more than the page has loaded')
  assert.match(JSON.parse(lines[0] ?? '').message, /many number 1$/)
})

test('logs: a link to a line leads to it', async () => {
  await tab.goTo(`${address}/logs`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const line = log().locator('.log-line', { hasText: 'later number 4' })
  await line.getByRole('button', { name: /Copy a link/ }).click()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  await tab.goTo(copied)
  await log().locator('.log-line-current', { hasText: 'later number 4' }).waitFor()
  await tab.sees('Around the line of a link')
  await log().getByText('many number 3000').waitFor()
  await tab.audit('logs-linked')
})

test('access log: requests come live, are filtered by status, and one shows all about it', async () => {
  await tab.goTo(`${address}/access-log`)
  await shop.visit('/missing')
  const requests = page.getByRole('log', { name: 'Requests of visitors' })
  await requests.getByRole('button', { name: /404.*\/missing/ }).waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('4')
  await requests.getByText('/paused/2').waitFor({ state: 'detached' })
  await page.getByText('1 request', { exact: true }).waitFor()
  await tab.audit('access-log')
  await requests.getByRole('button', { name: /404.*\/missing/ }).click()
  await page
    .getByRole('dialog', { name: 'Request' })
    .getByText('Request id', { exact: true })
    .waitFor()
  await tab.audit('access-log-request')
})
