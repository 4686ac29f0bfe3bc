import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { createAuthority, type Identity, issueCertificate } from '#kit/crypto/x509.ts'
import type { CertificateAssignment } from '#platform/model/hosting/deployments/traffic.ts'
import { startNamed } from '#tests/support/applications/web-application.ts'
import { connectHttp2, visitHttp2 } from '#tests/support/visitors/http2-visitor.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import type { RouterYards } from '#tests/support/visitors/router-yard.ts'
import { visit } from '#tests/support/visitors/visitor.ts'

const timeout = 60_000
const authority = createAuthority('Another authority')

const fingerprintOf = ({ certificate }: Identity) =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase()

interface Handshake {
  fingerprint: string
  protocol: string | false | null
}

/** What a client sees that connects with this name and these protocols. */
async function handshake(
  port: number,
  servername: string,
  ALPNProtocols?: string[],
): Promise<Handshake> {
  const socket: TLSSocket = connectSecure({
    host: '127.0.0.1',
    port,
    servername,
    rejectUnauthorized: false,
    ...(ALPNProtocols && { ALPNProtocols }),
  })
  try {
    await withTimeout(once(socket, 'secureConnect'), timeout, 'the handshake')
    const { fingerprint256 } = socket.getPeerCertificate()
    const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase()
    return { fingerprint, protocol: socket.alpnProtocol }
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

/** Contract tests of a router about certificates and the challenges of ACME servers. */
export function certificatesContract(name: string, yards: RouterYards): void {
  describe(`router: ${name}: certificates`, () => {
    test('certificates: a host shows the assigned one from the next connection on, also after a crash, and open connections stay', async () => {
      await using yard = await yards.fresh()
      await using app = await startNamed('app')
      const { traffic, ports, close } = await yard.open()
      const hosts = ['shop.test', '*.shop.test', 'own.shop.test']
      await traffic.switchTo(routeTo([app.address], { hosts }))
      const [one, other] = [['shop.test'], ['*.shop.test']].map((names) =>
        issueCertificate(authority, names),
      ) as [Identity, Identity]
      const certificates = new Map([one, other].map((each) => [fingerprintOf(each), each]))
      const loaded: string[] = []
      const assign = (assignment: CertificateAssignment) =>
        traffic.setCertificates(
          async () => assignment,
          async (fingerprint) => {
            loaded.push(fingerprint)
            return certificates.get(fingerprint)
          },
        )
      const shown = async (host: string) => (await handshake(ports.https, host)).fingerprint

      const local = await shown('shop.test')
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const before = await visit(ports.https, { host: 'shop.test', ca: yard.authority, agent })
      assert.equal(before.body, 'app')

      await assign({ hosts: { 'shop.test': fingerprintOf(one) }, isComplete: true })
      assert.equal(await shown('SHOP.test'), fingerprintOf(one))
      assert.equal((await shown('www.shop.test')) === fingerprintOf(one), false)
      const after = await visit(ports.https, { host: 'shop.test', ca: yard.authority, agent })
      assert.equal(after.body, 'app')
      agent.destroy()

      await assign({ hosts: { '*.shop.test': fingerprintOf(other) }, isComplete: false })
      assert.equal(await shown('www.shop.test'), fingerprintOf(other))
      assert.equal(await shown('shop.test'), fingerprintOf(one))
      assert.notEqual(
        await shown('own.shop.test'),
        fingerprintOf(other),
        'its own host comes first',
      )

      await yard.kill()
      await traffic.setChallenges([])
      assert.equal(await shown('shop.test'), fingerprintOf(one))
      assert.deepEqual(loaded, [fingerprintOf(one), fingerprintOf(other)])

      const gone = 'f'.repeat(64)
      await assign({ hosts: { 'shop.test': gone }, isComplete: false })
      assert.equal(await shown('shop.test'), local, 'one that was removed meanwhile')
      await assign({ hosts: {}, isComplete: true })
      assert.notEqual(await shown('www.shop.test'), fingerprintOf(other))
      close()
    })

    test('certificates: a request for a host that the certificate of its connection does not cover gets 421', async () => {
      await using app = await startNamed('app')
      await using yard = await yards.fresh()
      const { traffic, ports, close } = await yard.open()
      const hosts = ['a.test', 'b.test', '*.wild.test', 'c.test']
      await traffic.switchTo(routeTo([app.address], { hosts }))
      const several = issueCertificate(authority, ['a.test', 'b.test', '*.wild.test'])
      const fingerprint = fingerprintOf(several)
      await traffic.setCertificates(
        async () => ({ hosts: { 'a.test': fingerprint }, isComplete: true }),
        async () => several,
      )
      const ca = authority.certificate
      const overHttp1 = async (host: string, servername = 'a.test') => {
        const headers = { host: `${host}:${ports.https}` }
        const options = { host: servername, ca, headers, rejectUnauthorized: false }
        return (await visit(ports.https, options)).status
      }
      const session = await connectHttp2(ports.https, ca, 'a.test')
      const overHttp2 = async (host: string) =>
        (await visitHttp2(session, { headers: { ':authority': host } })).status
      for (const ask of [overHttp1, overHttp2]) {
        for (const host of ['a.test', 'A.test', 'b.test', 'x.wild.test']) {
          assert.equal(await ask(host), 200, host)
        }
        for (const host of ['c.test', 'x.y.wild.test', 'elsewhere.test']) {
          assert.equal(await ask(host), 421, host)
        }
      }
      assert.equal(await overHttp1('c.test', 'c.test'), 200)
      assert.equal(await overHttp1('c.test', ''), 200, 'a client that names no host')
      session.destroy()
      close()
    })

    test('challenges: HTTP-01 is answered before the redirect to HTTPS and for unknown hosts; other tokens reach the application', async () => {
      await using app = await startNamed('app')
      const { traffic, ports } = await yards.shared()
      await traffic.switchTo(routeTo([app.address], { hosts: ['a.test'], forceHttps: true }))
      await traffic.switchTo(
        routeTo([app.address], { applicationId: 'app_other', hosts: ['b.test'] }),
      )
      const path = '/.well-known/acme-challenge/token'
      const ask = (host: string) => visit(ports.http, { host, path })
      await traffic.setChallenges(
        ['a.test', 'new.test'].map((host) => ({
          type: 'http-01',
          host,
          token: 'token',
          answer: `token.${host}`,
        })),
      )
      assert.equal((await ask('a.test')).body, 'token.a.test')
      assert.equal((await ask('new.test')).body, 'token.new.test')
      assert.equal((await ask('b.test')).body, 'app')
      await traffic.setChallenges([])
      assert.equal((await ask('a.test')).status, 301)
    })

    test('challenges: TLS-ALPN-01 shows its certificate to the verifier only, never to visitors of the same name', async () => {
      await using app = await startNamed('app')
      const { traffic, ports } = await yards.shared()
      await traffic.switchTo(routeTo([app.address], { hosts: ['a.test', 'b.test'] }))
      const { fingerprint: usual } = await handshake(ports.https, 'a.test')
      const challenge = issueCertificate(authority, ['a.test'])
      await traffic.setChallenges([{ type: 'tls-alpn-01', host: 'a.test', ...challenge }])

      const verified = await handshake(ports.https, 'a.test', ['acme-tls/1'])
      assert.deepEqual(verified, { fingerprint: fingerprintOf(challenge), protocol: 'acme-tls/1' })
      for (const protocols of [undefined, ['http/1.1'], ['acme-tls/1', 'http/1.1']]) {
        const { fingerprint } = await handshake(ports.https, 'a.test', protocols)
        assert.equal(fingerprint, usual, `${protocols}`)
      }
      const other = await handshake(ports.https, 'b.test', ['acme-tls/1']).catch(() => undefined)
      assert.notEqual(other?.fingerprint, fingerprintOf(challenge))
      const garbage = connect(ports.https, '127.0.0.1', () =>
        garbage.write('\x16\x03\x01\x00\x05hello'),
      )
      await withTimeout(once(garbage.resume(), 'close'), timeout, 'the end of garbage')

      await traffic.setChallenges([])
      const over = await handshake(ports.https, 'a.test', ['acme-tls/1']).catch(() => undefined)
      assert.notEqual(over?.fingerprint, fingerprintOf(challenge))
    })
  })
}
