import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { until } from '#kit/deadline.ts'
import { TestBerth } from '#tests/fixtures/berth.ts'
import { Browser, type Tab } from '#tests/fixtures/browser/browser.ts'
import { authorizePath, ThirdParty } from '#tests/fixtures/third-party.ts'

/** The pages on which people get an account, get back into it, and let others act for them, in a real browser. */
let berth: TestBerth
let browser: Browser
let theirs: string

const program = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!DOCTYPE html><link rel="icon" href="data:,"><main>Back at their program</main>')
})

before(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  theirs = `http://127.0.0.1:${(program.address() as AddressInfo).port}`
  ;[berth, browser] = await Promise.all([
    TestBerth.start({ BERTH_SIGNUP: 'open' }),
    Browser.start(),
  ])
})
after(async () => {
  program.closeAllConnections()
  program.close()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const admin = () => ({ 'E-mail address': 'admin@localhost', Password: berth.admin.password })
const open = () => browser.open(berth.addresses.api, theirs)
const follow = (tab: Tab, link: string) => tab.page.getByRole('link', { name: link }).click()

/** The link of the newest letter to an address, which the operator reads in the log. */
const mailedLink = (to: string, about: RegExp) =>
  until(
    () => {
      const letters = berth.output.split(`mail to ${to}: `).slice(1)
      const letter = letters.findLast((text) => about.test(text.split('\n')[0] ?? ''))
      return letter?.match(/\| (http\S+)$/m)?.[1]
    },
    { deadline: 20_000, what: `a letter to ${to}` },
  )

test('a third party is let in through login and consent, and the next time without a question', async () => {
  const { organisationId } = berth.admin
  const consumer = await berth.client.consumers.create(organisationId, {
    ...{ name: 'Harbour master', description: 'Counts the ships.', url: theirs, picture: '' },
    baseUrl: theirs,
    rights: {
      access_personal_information: true,
      access_organisations: true,
      manage_ssh_keys: true,
    },
  })
  const { secret } = await berth.client.consumers.secret(organisationId, consumer.key)
  const their = new ThirdParty(berth.addresses.api, { key: consumer.key, secret }, `${theirs}/back`)

  const request = await their.requestToken()
  const tab = await open()
  await tab.goTo(authorizePath(request.token))
  await tab.fill(admin(), 'Log in')
  assert.match(await tab.text, /Harbour master.*asks to act for you/)
  await tab.audit('consent')
  await tab.page.locator('input[name=manage_ssh_keys]').uncheck()
  await tab.press('Allow')
  const back = new URL(tab.page.url())
  assert.equal(back.origin, theirs, 'the form may lead there')
  const access = await their.accessToken(request, back.searchParams.get('oauth_verifier') ?? '')
  assert.equal((await their.call('GET', '/v2/self', access)).status, 200)
  assert.equal((await their.call('GET', '/v2/self/keys', access)).status, 403)
  await tab.close()

  const another = await open()
  await another.goTo(authorizePath((await their.requestToken()).token))
  await another.fill(admin(), 'Log in')
  assert.equal(
    new URL(another.page.url()).origin,
    theirs,
    'the form of the login may lead there too',
  )
  await another.close()
})

test('somebody makes an account, with a letter in between', async () => {
  const tab = await open()
  await tab.goTo('/')
  await follow(tab, 'Create an account')
  await tab.audit('sign-up')
  const fields = { 'E-mail address': 'grace@example.test', Password: 'short' }
  await tab.fill(fields, 'Create the account')
  await tab.audit('sign-up-wrong')
  await tab.fill({ ...fields, Password: 'a quiet harbour at noon' }, 'Create the account')
  await tab.audit('letter-sent')
  await tab.goTo(await mailedLink('grace@example.test', /Confirm/))
  await tab.audit('sign-up-confirmation')
  await tab.press('Create the account')
  assert.match(await tab.text, /logged in as grace@example.test/)
  await tab.close()
})

test('whoever was invited joins', async () => {
  const { organisationId } = berth.admin
  const wish = { email: 'grace@example.test', role: 'DEVELOPER' } as const
  await berth.client.members.invite(organisationId, wish)
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

test('whoever forgot the password chooses a new one', async () => {
  const tab = await open()
  await tab.goTo('/')
  await follow(tab, 'Forgot your password?')
  await tab.audit('password-forgotten')
  await tab.fill({ 'E-mail address': 'grace@example.test' }, 'Mail me a link')
  await tab.goTo(await mailedLink('grace@example.test', /password/))
  await tab.audit('new-password')
  const chosen = 'a louder harbour at night'
  await tab.fill({ 'New password': chosen, 'The same again': chosen }, 'Set the password')
  await tab.audit('new-password-done')
  await follow(tab, 'Log in')
  await tab.fill({ 'E-mail address': 'grace@example.test', Password: chosen }, 'Log in')
  assert.match(await tab.text, /logged in as grace@example.test/)
  await tab.close()
})
