import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type {
  BasicAuth,
  MaintenanceRule,
  VisitorRules,
} from '#platform/model/hosting/visitors/visitor-rules.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards, SharedRouter } from '#tests/support/visitors/router-yard.ts'
import { type VisitOptions, visit, visitRaw } from '#tests/support/visitors/visitor.ts'

const secret = 'aSecretOfFortyLettersAndDigits0123456789'
const maintenanceOf = (change: Partial<MaintenanceRule> = {}): MaintenanceRule => ({
  message: '',
  until: null,
  allowed: [],
  bypass: digestOf(secret),
  ...change,
})

/** A router may check that a handshake is whole. */
const handshake = {
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

const salt = '00112233445566778899aabbccddeeff'
const authOf = (...users: string[]): BasicAuth => ({
  salt,
  digests: users.map((user) => digestOf(salt + Buffer.from(user).toString('base64'))),
})
const authorization = (id: string, password: string) => ({
  authorization: basicAuth({ id, password }),
})

interface Scene extends SharedRouter {
  ask: (options?: VisitOptions) => ReturnType<typeof visit>
  show: (address: Address, rules?: VisitorRules) => Promise<void>
}

/** Contract tests of every router for what it answers in place of an application. */
export function visitorRulesContract(name: string, yards: RouterYards): void {
  const within = (body: (scene: Scene) => Promise<void>) => async () => {
    const router = await yards.shared()
    await body({
      ...router,
      ask: (options) => visit(router.ports.http, options),
      show: (address, rules) =>
        router.traffic.switchTo({ ...routeTo([address]), ...(rules && { rules }) }),
    })
  }

  describe(`router: ${name}: rules for visitors`, () => {
    test(
      'a route that is not indexed says so in what its application answers, and no other does',
      within(async ({ ask, show, traffic }) => {
        await using app = await startNamed('app')
        await traffic.switchTo({ ...routeTo([app.address]), noIndex: true })
        assert.equal((await ask()).headers['x-robots-tag'], 'noindex')
        await show(app.address)
        assert.equal((await ask()).headers['x-robots-tag'], undefined)
      }),
    )

    test(
      'maintenance: visitors get a page with its message and when to come back, until it ends',
      within(async ({ ask, show, ports, authority }) => {
        await using app = await startNamed('app')
        const until = Date.now() + 3_600_000
        await show(app.address, { maintenance: maintenanceOf({ message: 'A <new> disk.', until }) })
        const page = await ask({ method: 'POST', body: 'x'.repeat(5) })
        assert.equal(page.status, 503)
        assert.match(page.headers['content-type'] ?? '', /^text\/html/)
        assert.equal(page.headers['cache-control'], 'no-store')
        const wait = Number(page.headers['retry-after'])
        assert.ok(wait > 3500 && wait <= 3601, `${wait}`)
        assert.match(page.body, /under maintenance/)
        assert.match(page.body, /A &lt;new&gt; disk\./)
        assert.match(page.body, new RegExp(new Date(until).toISOString().slice(0, 10)))
        const json = await ask({ headers: { accept: 'application/json' } })
        assert.deepEqual([json.status, JSON.parse(json.body).error], [503, 'maintenance'])
        assert.match(json.headers['content-type'] ?? '', /^application\/json/)
        assert.deepEqual((await ask({ method: 'HEAD' })).body, '')
        const secure = await visit(ports.https, { ca: authority })
        assert.equal(secure.status, 503)
        const old = await visitRaw(ports.http, 'GET / HTTP/1.0\r\nHost: app.test\r\n\r\n')
        assert.match(old, /^HTTP\/1\.[01] 503/)

        await show(app.address, { maintenance: maintenanceOf() })
        assert.equal((await ask()).headers['retry-after'], '300')
        await show(app.address)
        assert.equal((await ask()).body, 'app')
      }),
    )

    test(
      'maintenance: a link lets its visitor through with a cookie, and shows nobody else the secret',
      within(async ({ ask, show, ports, authority }) => {
        await using app = await startWebApplication((request, response) =>
          response.end(`app ${request.url}`),
        )
        await show(app.address, { maintenance: maintenanceOf() })
        const link = await ask({ path: `/a/b?one=1&berth_bypass=${secret}&two=2` })
        assert.deepEqual([link.status, link.headers.location], [302, '/a/b?one=1&two=2'])
        assert.equal(link.headers['cache-control'], 'no-store')
        const [cookie = ''] = link.headers['set-cookie'] ?? []
        assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/)
        const [pair = ''] = cookie.split(';')
        const headers = { cookie: `other=1; ${pair}` }
        assert.equal((await ask({ path: '/a', headers })).body, 'app /a')
        const secure = await visit(ports.https, { ca: authority, path: `/?berth_bypass=${secret}` })
        assert.deepEqual([secure.status, secure.headers.location], [302, '/'])
        assert.match(secure.headers['set-cookie']?.[0] ?? '', /; Secure$/)
        const elsewhere = await ask({ path: `//evil.test/?berth_bypass=${secret}` })
        assert.equal(elsewhere.headers.location, '/evil.test/')

        const forged = [secret.slice(1), `${secret}0`, '', 'x'.repeat(5000), secret.toLowerCase()]
        for (const each of forged) {
          const { status } = await ask({ headers: { cookie: `berth_bypass=${each}` } })
          assert.equal(status, 503, each)
          assert.equal((await ask({ path: `/?berth_bypass=${each}` })).status, 503, each)
        }
        assert.equal((await ask({ method: 'POST', path: `/?berth_bypass=${secret}` })).status, 503)
        await show(app.address, { maintenance: maintenanceOf({ bypass: digestOf('another') }) })
        assert.equal((await ask({ headers })).status, 503)
      }),
    )

    test(
      'maintenance: allowed addresses and networks are let through, also over HTTP/2',
      within(async ({ ask, show, ports, authority }) => {
        await using app = await startNamed('app')
        const from = (localAddress: string) => ask({ localAddress })
        await show(app.address, {
          maintenance: maintenanceOf({ allowed: ['127.0.0.2', '127.0.8.0/22', '2001:db8::/32'] }),
        })
        assert.equal((await from('127.0.0.2')).body, 'app')
        assert.equal((await from('127.0.11.255')).body, 'app')
        for (const other of ['127.0.0.1', '127.0.0.3', '127.0.12.1']) {
          assert.equal((await from(other)).status, 503, other)
        }
        const spoofed = { 'x-forwarded-for': '127.0.0.2', forwarded: 'for=127.0.0.2' }
        assert.equal((await ask({ headers: spoofed })).status, 503)
        using ending = new DisposableStack()
        const askOverHttp2 = async () => {
          const visitor = await connectHttp2(ports.https, authority)
          ending.defer(() => visitor.destroy())
          return visitHttp2(visitor)
        }
        assert.equal((await askOverHttp2()).status, 503)
        await show(app.address, {
          maintenance: maintenanceOf({ allowed: ['127.0.0.0/8'] }),
        })
        assert.equal(String((await askOverHttp2()).body), 'app')
      }),
    )

    test(
      'maintenance: WebSockets are refused, and ACME servers and other applications are answered',
      within(async ({ ask, show, traffic }) => {
        await using app = await startNamed('app')
        await using other = await startNamed('other')
        await traffic.switchTo(
          routeTo([other.address], { applicationId: 'app_other', hosts: ['other.test'] }),
        )
        await show(app.address, { maintenance: maintenanceOf(), basicAuth: authOf('a:b') })
        const upgrade = { connection: 'Upgrade', upgrade: 'websocket', ...handshake }
        assert.equal((await ask({ headers: upgrade })).status, 503)
        assert.equal((await ask({ host: 'other.test' })).body, 'other')
        await traffic.setChallenges([
          { type: 'http-01', host: 'app.test', token: 'token', answer: 'token.thumb' },
        ])
        const challenged = await ask({ path: '/.well-known/acme-challenge/token' })
        assert.deepEqual([challenged.status, challenged.body], [200, 'token.thumb'])
        await traffic.setChallenges([])
      }),
    )

    test(
      'credentials: of several users are demanded of everybody, with any character, and passed on',
      within(async ({ ask, show, ports, authority }) => {
        await using app = await startWebApplication((request, response) =>
          response.end(request.headers.authorization),
        )
        await show(app.address, { basicAuth: authOf('anna:pass:with:colons', 'zoë:pässwörd ✓ x') })
        const none = await ask()
        assert.equal(none.status, 401)
        assert.equal(none.headers['www-authenticate'], 'Basic realm="Restricted", charset="UTF-8"')
        assert.match(none.body, /app\.test is open to those who/)
        const users = [
          authorization('anna', 'pass:with:colons'),
          authorization('zoë', 'pässwörd ✓ x'),
        ]
        for (const headers of users) {
          const { status, body } = await ask({ headers })
          assert.deepEqual([status, body], [200, headers.authorization])
        }
        const [{ authorization: right = '' } = {}] = users
        assert.equal(
          (await ask({ headers: { authorization: `bAsIc  ${right.slice(6)}` } })).status,
          200,
        )
        using ending = new DisposableStack()
        const askOverHttp2 = async () => {
          const visitor = await connectHttp2(ports.https, authority)
          ending.defer(() => visitor.destroy())
          return visitHttp2(visitor)
        }
        assert.equal((await askOverHttp2()).status, 401)
        await show(app.address, {})
        assert.equal((await ask()).status, 200)
      }),
    )

    test(
      'credentials: whatever is in the header, only right ones open the application',
      within(async ({ ask, show }) => {
        await using app = await startNamed('app')
        await show(app.address, { basicAuth: authOf('anna:secret') })
        const right = basicAuth({ id: 'anna', password: 'secret' })
        const others = [
          'Basic',
          'Basic ',
          'Basic !!!',
          `Basic ${'A'.repeat(9000)}`,
          `Bearer ${right.slice(6)}`,
          `${right}, ${right}`,
          basicAuth({ id: 'anna', password: 'Secret' }),
          basicAuth({ id: 'anna', password: '' }),
          basicAuth({ id: '', password: 'anna:secret' }),
        ]
        for (const [at, header] of others.entries()) {
          // Each from its own address, because the wrong ones are counted.
          const options = { localAddress: `127.0.1.${at + 1}`, headers: { authorization: header } }
          assert.equal((await ask(options)).status, 401, header.slice(0, 40))
        }
      }),
    )

    test(
      'credentials: an address that has guessed too often is refused, with right ones too',
      within(async ({ ask, show, traffic }) => {
        await using app = await startNamed('app')
        const rules = { basicAuth: authOf('anna:secret') }
        await show(app.address, rules)
        const from = (localAddress: string, password: string, host = 'app.test') =>
          ask({ host, localAddress, headers: authorization('anna', password) })
        for (let n = 0; n < 15; n += 1) {
          assert.equal((await from('127.0.2.1', 'secret')).status, 200, 'right ones do not count')
        }
        for (let n = 0; n < 10; n += 1) {
          assert.equal((await from('127.0.2.1', `wrong ${n}`)).status, 401)
        }
        const refused = await from('127.0.2.1', 'secret')
        assert.equal(refused.status, 429)
        assert.match(refused.headers['retry-after'] ?? '', /^\d+$/)
        assert.equal((await from('127.0.2.2', 'secret')).status, 200)
        await traffic.switchTo({
          ...routeTo([app.address], { applicationId: 'app_other', hosts: ['other.test'] }),
          rules,
        })
        assert.equal((await from('127.0.2.1', 'secret', 'other.test')).status, 200)
      }),
    )

    test(
      'pages: an application has its own, of any length up to 32 KB, while programs get JSON',
      within(async ({ ask, show, traffic, capabilities }) => {
        await using app = await startWebApplication((request) => request.socket.destroy())
        const line = capabilities.keepsLinesOfPages ? '\n' : ' '
        const own = (name: string) =>
          `<h1>own ${name} ✓</h1>${line}${'<i>%[src] \'"</i>'.repeat(1800)}`
        const pages = { 401: own('401'), 502: own('502'), 503: own('503'), maintenance: own('m') }
        await show(app.address, { pages })
        const gone = await ask()
        assert.deepEqual([gone.status, gone.body], [502, pages[502]])
        assert.equal(gone.headers['cache-control'], 'no-store')
        assert.equal(gone.headers['content-security-policy'], undefined)
        assert.match(gone.headers['content-type'] ?? '', /^text\/html; charset=utf-8/)
        const json = await ask({ headers: { accept: 'application/json' } })
        assert.deepEqual([json.status, JSON.parse(json.body).error], [502, 'gone'])
        await show(app.address, { pages, basicAuth: authOf('a:b') })
        const locked = await ask()
        assert.deepEqual([locked.status, locked.body], [401, pages[401]])
        await show(app.address, { pages, maintenance: maintenanceOf() })
        const paused = await ask()
        assert.deepEqual([paused.status, paused.body], [503, pages.maintenance])
        await traffic.switchTo({ ...routeTo([]), rules: { pages } })
        assert.deepEqual((await ask()).body, pages[503])
        await traffic.switchTo({ ...routeTo([]), isStarting: true, rules: { pages } })
        const starting = await ask()
        assert.deepEqual([starting.status, starting.body], [503, pages[503]])
        await traffic.switchTo(routeTo([]))
        assert.match((await ask()).body, /The application at app\.test is not running/)
      }),
    )

    test('rules: are kept over the death of the router, whose files have no secret', async () => {
      await using yard = await yards.fresh()
      const router = await yard.open()
      await using app = await startNamed('app')
      const rules = { maintenance: maintenanceOf({ message: 'Kept.' }), basicAuth: authOf('a:b') }
      await router.traffic.switchTo({ ...routeTo([app.address]), rules })
      const ask = (headers = {}) => visit(router.ports.http, { headers })
      await yard.kill()
      const isBack = () => ask().catch(() => undefined)
      const page = await until(isBack, { timeout: 60_000, what: 'the router' })
      assert.equal(page.status, 503)
      assert.match(page.body, /Kept\./)
      assert.equal((await ask({ cookie: `berth_bypass=${secret}` })).status, 401)
      router.close()
    })
  })
}
