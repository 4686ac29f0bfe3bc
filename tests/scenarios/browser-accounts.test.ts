import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { Browser, type Tab } from '#tests/support/browser/browser.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Pages for sign-up, invitation and password reset, in a real browser. */
let berth: TestBerth
let browser: Browser

before(async () => {
  ;[berth, browser] = await Promise.all([
    TestBerth.start({ BERTH_SIGNUP: 'open' }),
    Browser.start(),
  ])
})
after(async () => {
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const open = () => browser.open(berth.addresses.api)
const follow = (tab: Tab, link: string) => tab.page.getByRole('link', { name: link }).click()

/** Link of the newest e-mail to an address, from the operator's log. */
const mailedLink = (to: string, about: RegExp) =>
  until(
    () => {
      const mails = berth.output.split(`mail to ${to}: `).slice(1)
      const mail = mails.findLast((text) => about.test(text.split('\n')[0] ?? ''))
      return mail?.match(/\| (http\S+)$/m)?.[1]
    },
    { timeout: 300_000, what: `a mail to ${to}` },
  )

/** Asserts that the console knows who it is. */
async function isLoggedIn(tab: Tab, email: string): Promise<void> {
  await tab.page.getByRole('main').getByRole('heading').first().waitFor()
  await tab.page.goto(new URL('/account/emails', tab.page.url()).href)
  await tab.page.getByText(email).first().waitFor()
}

test('sign-up page: creates an account, confirmed by e-mail', async () => {
  const tab = await open()
  await tab.goTo('/')
  await follow(tab, 'Create an account')
  await tab.audit('sign-up')
  const fields = { 'E-mail address': 'grace@example.test', Password: 'short' }
  await tab.fill(fields, 'Create account')
  await tab.audit('sign-up-wrong')
  await tab.fill({ ...fields, Password: 'a quiet harbour at noon' }, 'Create account')
  await tab.audit('mail-sent')
  await tab.goTo(await mailedLink('grace@example.test', /Confirm/))
  await tab.audit('sign-up-confirmation')
  await tab.press('Create account')
  await isLoggedIn(tab, 'grace@example.test')
  await tab.close()
})

test('invitation page: an invited user joins', async () => {
  const { organisationId } = berth.admin
  const invitation = { email: 'grace@example.test', role: 'DEVELOPER' } as const
  await berth.client.members.invite(organisationId, invitation)
  const tab = await open()
  await tab.goTo(await mailedLink('grace@example.test', /invited/))
  await tab.audit('invitation')
  await follow(tab, 'Log in to join')
  const fields = { 'E-mail address': 'grace@example.test', Password: 'a quiet harbour at noon' }
  await tab.fill(fields, 'Log in')
  await tab.audit('invitation-answer')
  await tab.press('Join')
  assert.equal(await tab.heading, 'Welcome')
  await tab.close()
})

test('password reset page: sets a new password', async () => {
  const tab = await open()
  await tab.goTo('/')
  await follow(tab, 'Forgot your password?')
  await tab.audit('password-forgotten')
  await tab.fill({ 'E-mail address': 'grace@example.test' }, 'Send me a link')
  await tab.goTo(await mailedLink('grace@example.test', /password/))
  await tab.audit('new-password')
  const chosen = 'a louder harbour at night'
  await tab.fill({ 'New password': chosen, 'Repeat the new password': chosen }, 'Set password')
  await tab.audit('new-password-done')
  await follow(tab, 'Log in')
  await tab.fill({ 'E-mail address': 'grace@example.test', Password: chosen }, 'Log in')
  await isLoggedIn(tab, 'grace@example.test')
  await tab.close()
})
