import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { startFakeAcmeServer, usual } from '#tests/support/certificates/fake-acme-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 300_000
const host = 'cut.shop.test'

test('certificate orders: one that a crash has cut is pending, and begun again by the start of its server', async () => {
  await using acme = await startFakeAcmeServer()
  await using folder = await temporaryFolder()
  const authority = join(folder.path, 'acme-ca.pem')
  await writeFile(authority, acme.authority)
  const origin = new URL(acme.directory).origin
  // A new order can be finalised, and then takes for ever.
  const isProcessing = {
    body: { ...(usual(origin, '/finalize', host).body as object), status: 'processing' },
  }
  acme.answers.set('/finalize', () => isProcessing)
  acme.answers.set('/order', (_, { identifiers }) =>
    identifiers ? usual(origin, '/order', host) : isProcessing,
  )
  const begun = () => acme.asked.filter((each) => each === 'POST /finalize').length

  await using berth = await TestBerth.start({
    BERTH_ENGINE: 'memory',
    BERTH_ACME: acme.directory,
    BERTH_ACME_CA: authority,
    BERTH_ACME_EMAIL: 'ops@shop.test',
  })
  const { organisationId } = berth.admin
  const application = await PushedApplication.create(berth, 'web')
  await berth.client.domains.add(application.record, host)
  const order = async () => {
    const all = await berth.client.certificates.orders(organisationId)
    return all.find((each) => each.host === host) ?? assert.fail('there is no order')
  }
  await until(() => begun() === 1, { timeout, what: 'the order' })
  assert.equal((await order()).state, 'pending')
  await berth.signal('SIGKILL')
  await berth.start()
  assert.equal((await order()).state, 'pending')
  await until(() => begun() === 2, { timeout, what: 'the order of the restarted server' })
  assert.equal((await order()).state, 'pending')
})

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'berth-acme-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
