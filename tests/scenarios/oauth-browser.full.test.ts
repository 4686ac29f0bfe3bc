import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Browser } from '#tests/support/browser/browser.ts'
import { authorizePath, ThirdParty } from '#tests/support/people/third-party.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** The OAuth 1 flow in a real browser, with the consumer on its own origin. */
let berth: TestBerth
let browser: Browser
let site: Server
let program: ThirdParty

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!DOCTYPE html><html lang="en"><title>Theirs</title><h1>Welcome back</h1></html>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const home = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const { client, admin, addresses } = berth
  const { key } = await client.consumers.create(admin.organisationId, {
    name: 'Theirs',
    description: 'Shows your keys.',
    picture: '',
    url: '',
    baseUrl: home,
    rights: { manage_ssh_keys: true, access_personal_information: true },
  })
  const { secret } = await client.consumers.secret(admin.organisationId, key)
  program = new ThirdParty(addresses.api, { key, secret }, `${home}/back?kept=1`)
})
after(async () => {
  site?.closeAllConnections()
  site?.close()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const account = () => ({ 'E-mail address': berth.admin.email, Password: berth.admin.password })

test('OAuth flow: login, consent and callback work in a browser, and the consumer gets the ticked rights', async () => {
  const tab = await browser.open(berth.addresses.api)
  const request = await program.requestToken()
  await tab.goTo(authorizePath(request.token))
  assert.equal(await tab.heading, 'Log in')
  await tab.fill(account(), 'Log in')
  assert.equal(await tab.heading, 'Authorize Theirs')
  await tab.audit('consent')
  await tab.page.getByLabel('see your profile').uncheck()
  await tab.press('Allow')
  assert.equal(await tab.heading, 'Welcome back')
  const given = new URL(tab.page.url()).searchParams
  const access = await program.accessToken(request, given.get('oauth_verifier') ?? '')
  assert.equal((await program.call('GET', '/v2/self/keys', access)).status, 200)
  assert.equal((await program.call('GET', '/v2/self', access)).status, 403)
  await tab.close()
})

test('OAuth flow: a user who has consented before is redirected at once, from the login page as well', async () => {
  const tab = await browser.open(berth.addresses.api)
  const { token } = await program.requestToken()
  await tab.goTo(authorizePath(token))
  await tab.fill(account(), 'Log in')
  assert.equal(await tab.heading, 'Welcome back')
  assert.equal(new URL(tab.page.url()).searchParams.get('oauth_token'), token)
  await tab.close()
})

test('OAuth flow: out of band, the verifier is shown for copying', async () => {
  const { consumerKey: key, consumerSecret: secret } = berth.admin
  const tool = new ThirdParty(berth.addresses.api, { key, secret }, 'oob')
  const tab = await browser.open(berth.addresses.api)
  const request = await tool.requestToken()
  await tab.goTo(authorizePath(request.token))
  await tab.fill(account(), 'Log in')
  await tab.audit('consent-everything')
  await tab.press('Allow')
  assert.equal(await tab.heading, 'Copy this code')
  await tab.audit('verifier')
  const verifier = await tab.page.locator('.verifier').innerText()
  const access = await tool.accessToken(request, verifier)
  assert.equal((await tool.call('GET', '/v2/self', access)).status, 200)
  await tab.close()
})

test('OAuth flow: a user who refuses is redirected too, with that answer', async () => {
  const tab = await browser.open(berth.addresses.api)
  const { key } = program.consumer
  await berth.client.consumers.change(berth.admin.organisationId, key, {
    rights: { manage_ssh_keys: true, access_organisations: true },
  })
  const { token } = await program.requestToken()
  await tab.goTo(authorizePath(token))
  await tab.fill(account(), 'Log in')
  assert.equal(await tab.heading, 'Authorize Theirs', 'its rights have grown')
  await tab.press('Refuse')
  assert.equal(await tab.heading, 'Welcome back')
  assert.equal(new URL(tab.page.url()).searchParams.get('oauth_problem'), 'user_refused')
  await tab.close()
})
