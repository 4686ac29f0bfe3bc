import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pathsOf } from '#api/http/routes.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createSigner } from '#kit/crypto/signer.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { type Answer, forEach, type Request, rightCall, send } from './ask.ts'
import { nobodiesOf } from './callers.ts'
import { allEndpoints, endpoints, entryOf, isGuarded, keyOf, listenerOf } from './entries.ts'
import { unchanged } from './facts.ts'
import { browserOf, openMatrixApi, openScene } from './scene.ts'

/** Public endpoints ignore credentials, and pages accept forms from their own origin only. */
let setup: TestApi
before(async () => {
  setup = await openMatrixApi()
})
after(() => setup[Symbol.asyncDispose]())

/** Random parts of a response. */
const drawn =
  / d="[^"]*"|[0-9a-f]{16}(?=\.)|[A-Z2-7]{4}(?: [A-Z2-7]{4}){5,}|[A-Za-z0-9]+@x\.test|[A-Za-z0-9_-]{20,}|[A-Z2-9]{4}-[A-Z2-9]{4}|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{13}|\d{6,}/g
const shape = ({ status, body }: Answer) => ({ status, body: body.replace(drawn, '…') })

test('public endpoints: wrong credentials change nothing', async () => {
  const open = allEndpoints.filter(
    (endpoint) => !isGuarded(endpoint) && !entryOf(endpoint).readsAuthorization,
  )
  const some = ['no credentials', 'a bad signature', 'an expired token', 'an API token']
  const nobodies = Object.entries(await nobodiesOf(await openScene(setup))).filter(([wrong]) =>
    some.includes(wrong),
  )
  await forEach(open, async (endpoint) => {
    const answers = nobodies.map(async ([wrong, headers]) => {
      const scene = await openScene(setup)
      const request = await rightCall(endpoint, endpoint.path, entryOf(endpoint), scene)
      const answer = await send(setup, listenerOf(setup, endpoint), request, headers)
      const body = [...scene.marks, scene.owner.email.split('@')[0] ?? ''].reduce(
        (text, mark) => text.replaceAll(mark, '…'),
        answer.body,
      )
      return { wrong, ...shape({ ...answer, body }) }
    })
    const [first, ...others] = await Promise.all(answers)
    for (const { wrong, ...other } of others) {
      assert.deepEqual(
        other,
        { status: first?.status, body: first?.body },
        `${wrong} ${keyOf(endpoint)}`,
      )
    }
  })
})

const forms = endpoints
  .filter(({ isPage, method }) => isPage && method === 'POST')
  .flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })))

/** CSRF token of this browser's forms, and the cookies it belongs to. */
async function csrfOf(cookie = ''): Promise<{ csrf: string; cookie: string }> {
  const page = await setup.ask(`${setup.url}/v2/sessions/login`, {
    headers: { cookie },
    redirect: 'manual',
  })
  const set = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const whole = [cookie, ...set].filter(Boolean).join('; ')
  const home = await setup.ask(`${setup.url}/cli-oauth?cli_token=${'x'.repeat(32)}`, {
    headers: { cookie: whole },
  })
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await home.text()) ?? []
  assert.ok(csrf)
  return { csrf, cookie: whole }
}

/** A form as the platform's page sends it, and as a foreign page would. */
async function browserForm({ endpoint, path }: (typeof forms)[number]) {
  const request = await rightCall(endpoint, path, entryOf(endpoint), await openScene(setup))
  const { csrf, cookie } = await csrfOf(request.headers.cookie)
  const fields = new URLSearchParams(String(request.body))
  const filled = (token: string): string => {
    fields.set('csrf', token)
    return fields.toString()
  }
  const right: Request = { ...request, headers: { ...request.headers, cookie }, body: filled(csrf) }
  return { right, request, csrf, filled }
}

test("CSRF: a form from the platform's page is accepted", async () => {
  await forEach(forms, async (one) => {
    const { right } = await browserForm(one)
    const { status, body } = await send(setup, setup.url, right, { origin: setup.url })
    assert.equal(status, entryOf(one.endpoint).status, `${keyOf(one.endpoint)}: ${body}`)
  })
})

test('CSRF: a form from elsewhere, or without its token, gets 403 and changes nothing', async () => {
  const made = await Promise.all(forms.map(async (one) => ({ one, ...(await browserForm(one)) })))
  const other = await csrfOf()
  const { outbox } = setup.platform.store
  const isEmpty = async () => (await outbox.findNext()) === undefined
  await until(isEmpty, { timeout: 300_000, what: 'the last mail' })
  await unchanged(setup.database, () =>
    forEach(made, async ({ one, right, filled, csrf }) => {
      const own = { origin: setup.url }
      const wrong: [string, Request, Record<string, string>][] = [
        ['no token', { ...right, body: filled('') }, own],
        ['the token of another browser', { ...right, body: filled(other.csrf) }, own],
        ['a token cut short', { ...right, body: filled(csrf.slice(0, -1)) }, own],
        ['a foreign origin', right, { origin: 'https://evil.example' }],
        ['an origin that begins like ours', right, { origin: `${setup.url}.evil.example` }],
        ['no origin at all', right, { origin: 'null' }],
        ['a foreign site', { ...right, body: filled('') }, { 'sec-fetch-site': 'cross-site' }],
      ]
      for (const [what, request, headers] of wrong) {
        const { status, body } = await send(setup, setup.url, request, headers)
        assert.equal(status, 403, `${keyOf(one.endpoint)}, ${what}: ${body}`)
      }
    }),
  )
})

test('session cookie: a forged signature is not accepted', async () => {
  const { owner } = await openScene(setup)
  const right = await browserOf(setup, owner.id)
  const value = right.slice('ccid='.length)
  const [key = ''] = value.split('.')
  const forged = [
    `ccid=${createSigner(randomBytes(32)).sign('session', key)}`,
    `ccid=${setup.signer.sign('visitor', key)}`,
    `ccid=${key}`,
    `ccid=${value}x`,
    `ccid=${owner.id}`,
    'ccid=',
  ]
  const pages = endpoints.filter(({ isPage, method }) => isPage && method === 'GET')
  await forEach(pages, async ({ method, path }) => {
    const request = { method, path, headers: {}, values: {} }
    const nobody = shape(await send(setup, setup.url, request))
    for (const cookie of forged) {
      assert.deepEqual(shape(await send(setup, setup.url, request, { cookie })), nobody, path)
    }
  })
})
