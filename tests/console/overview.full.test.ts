import { after, before, test } from 'node:test'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  tab = await ConsoleTab.open(browser, berth, berth.admin)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('first run: one button deploys an example, and the guide follows it until it runs', async () => {
  const { page } = tab
  await page.getByRole('button', { name: 'Deploy an example' }).click()
  await page.waitForURL(/\/applications\/app_[^?]*\?guide=first$/)
  await page.getByRole('link', { name: 'Open hello' }).waitFor({ timeout: 120_000 })
  await tab.audit('first-run')
  await tab.follow('Open its variables')
  await page.getByRole('button', { name: 'Show and edit NAME' }).click()
  await page.getByLabel('Value of NAME').fill('Ada')
  await page.getByRole('button', { name: 'Update Changes' }).click()
  await page.getByRole('button', { name: /^Restart/ }).waitFor()
  await tab.audit('first-variable')
  await tab.follow('Overview', page.getByRole('navigation', { name: 'Navigation' }))
})

test('shell: menus, the switcher and the shortcuts open by keyboard and are accessible', async () => {
  const { page } = tab
  await page.getByRole('button', { name: /Switch organisation/ }).press('Enter')
  await page.getByRole('option', { name: /Personal space/ }).waitFor()
  await tab.audit('switcher')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Account/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await tab.audit('account-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await tab.audit('shortcuts')
  await page.keyboard.press('Escape')
})

test('palette: Ctrl-K finds the application by a part of its name; its page has the information and the steps of the last deployment', async () => {
  await tab.page.keyboard.press('Control+k')
  await tab.page.getByRole('searchbox').fill('hel')
  await tab.page.keyboard.press('Enter')
  await tab.page.waitForURL(/\/applications\/app_/)
  await tab.page.getByRole('heading', { level: 1, name: 'hello' }).waitFor()
  await tab.sees('Git deployment URL')
  const steps = tab.page.getByRole('list', { name: 'Steps of the deployment' })
  await steps.getByText('Build').waitFor()
  await tab.audit('application')
})
