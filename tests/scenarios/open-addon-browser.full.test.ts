import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { html } from '#kit/text/html.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

/** A customer opens an add-on's panel in a real browser, with a provider built with the kit. */
let berth: TestBerth
let browser: Browser
let service: RunningProvider
let addonId: string

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.start(), Browser.start()])
  const port = await freePort()
  const urls = {
    base_url: `http://127.0.0.1:${port}/resources`,
    sso_url: `http://127.0.0.1:${port}/sso`,
  }
  const manifest = newManifest('pigeon', { production: urls, test: urls })
  service = defineProvider({
    manifest,
    provision: () => ({ config: { PIGEON_URL: 'pigeon://x' } }),
    deprovision: () => {},
    panel: ({ email }) => html`<title>Loft</title><h1>Welcome, ${email}</h1>`,
  })
  await service.listen(port)
  const { client, admin } = berth
  await client.providers.push(admin.organisationId, { ...manifest })
  const plan = { name: 'Small', slug: 's', price: 0, features: [] }
  await client.providers.addPlan(admin.organisationId, 'pigeon', plan)
  const order = { name: 'loft', providerId: 'pigeon' }
  addonId = (await client.addons.order(admin.organisationId, order)).id
})
after(async () => {
  await service?.close()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

test('add-on panel: after the login the user lands in the panel, signed in, without another click', async () => {
  const tab = await browser.open(berth.addresses.api)
  await tab.goTo(`/addons/open?addon_id=${addonId}`)
  assert.equal(await tab.heading, 'Log in')
  const { email, password } = berth.admin
  await tab.fill({ 'E-mail address': email, Password: password }, 'Log in')
  await tab.page.getByRole('heading', { name: `Welcome, ${email}` }).waitFor({ timeout: 300_000 })
  await tab.close()
})
