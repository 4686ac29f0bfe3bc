import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect } from 'node:tls'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { createPendingChallenges } from '#platform/hosting/certificates/acme/pending-challenges.ts'
import { noPauses, runDueOrders } from '#platform/hosting/certificates/acme/run-due-orders.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import { endRouter } from '#routers/control/end-router.ts'
import type { RouterProcess } from '#routers/control/router-process.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { type Pebble, startPebble } from '#tests/support/certificates/pebble.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { createAcmeClient } from './acme-client.ts'

const authority = createAuthority('Berth of a test')
let folder: string
let router: RouterProcess
let pebble: Pebble
let setup: TestPlatform

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-acme-'))
  router = await openNodeRouter({
    folder: join(folder, 'router'),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(root, 'node_modules/.cache/berth'),
  })
  pebble = await startPebble(router.addresses)
  setup = await openTestPlatform((parts) => ({
    ...parts,
    traffic: Object.assign(parts.traffic, router),
  }))
})

after(async () => {
  await setup?.[Symbol.asyncDispose]()
  await pebble?.[Symbol.asyncDispose]()
  router?.close()
  await endRouter(join(folder, 'router'))
  await rm(folder, { recursive: true, force: true })
})

/** The certificate that visitors of a host see. */
async function shown(host: string): Promise<X509Certificate> {
  const socket = connect({
    host: '127.0.0.1',
    port: router.addresses.https,
    servername: host,
    rejectUnauthorized: false,
  })
  await withTimeout(once(socket, 'secureConnect'), 60_000, 'the handshake')
  const certificate = socket.getPeerX509Certificate()
  socket.destroy()
  return certificate ?? assert.fail('there is no certificate')
}

const clientFor = (challenge: AcmeChallenge['type'], host: string) => {
  const { directory, authority } = pebble
  const authorities = [authority]
  return createAcmeClient({
    directory,
    email: `ops@${host}`,
    challenge,
    authorities,
    maxOrdersPerHour: 20,
    pollEvery: 50,
  })
}

for (const challenge of ['http-01', 'tls-alpn-01'] as const) {
  test(`ACME with pebble: a domain gets a certificate by ${challenge}, and another one when a third of its life is left`, async () => {
    const { platform, account } = setup
    const host = `${challenge}.shop.test`
    const acme = clientFor(challenge, host)
    platform.acme = acme
    const application = await setup.application()
    await platform.store.applications.change(application.id, { forceHttps: true })
    await platform.store.domains.add({
      host,
      path: '/',
      applicationId: application.id,
      favourite: false,
    })
    await reroute(platform, application.id)
    assert.equal((await shown(host)).checkIssued(new X509Certificate(authority.certificate)), true)

    const challenges = createPendingChallenges(() => platform.traffic)
    const context = { ...platform, acme, challenges, signal: AbortSignal.timeout(60_000) }
    await runDueOrders(context, noPauses())
    const order = await platform.store.certificateOrders.find(host)
    assert.equal(order?.problem, null)
    const [first, ...others] = (
      await platform.store.certificates.listOf(account.organisationId)
    ).filter((certificate) => certificate.host === host)
    assert.ok(first)
    assert.deepEqual(others, [])
    assert.deepEqual([first.source, first.names], ['acme', [host]])
    const served = await shown(host)
    assert.match(served.issuer, /Pebble/)
    assert.ok(served.checkHost(host))
    assert.ok(order.dueAt <= first.notAfter - (first.notAfter - first.notBefore) / 3)

    await runDueOrders(context, noPauses())
    assert.equal((await shown(host)).serialNumber, served.serialNumber, 'nothing is due yet')
    // Another third of the lifetime later; the clocks of the router and of pebble stay.
    const later = { ...context, clock: () => order.dueAt + 1 }
    await runDueOrders(later, noPauses())
    const renewed = await shown(host)
    assert.notEqual(renewed.serialNumber, served.serialNumber)
    const [second, ...rest] = (
      await platform.store.certificates.listOf(account.organisationId)
    ).filter((certificate) => certificate.host === host)
    assert.notEqual(second?.id, first.id)
    assert.deepEqual(rest, [])
  })
}

test('ACME with pebble: the account key is made once, and the worker orders what is due by itself', async () => {
  const { platform } = setup
  const { store } = platform
  const host = 'worker.shop.test'
  platform.acme = clientFor('http-01', host)
  const before = await store.acmeAccounts.find(pebble.directory)
  assert.match(before?.url ?? '', /^https:\/\/localhost:/)
  platform.certificateWorker.begin()
  const application = await setup.application()
  await store.domains.add({ host, path: '/', applicationId: application.id, favourite: false })
  await reroute(platform, application.id)
  await until(async () => /Pebble/.test((await shown(host)).issuer), {
    timeout: 300_000,
    what: 'the certificate',
  })
  assert.deepEqual(await store.acmeAccounts.find(pebble.directory), before)
  await platform.certificateWorker.close()
})
