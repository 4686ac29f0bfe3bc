import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import type { EdgeAddress } from '#routers/edges/edge-client.ts'
import { withEdges } from '#routers/edges/with-edges.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { startNamed, type WebApplication } from '#tests/support/applications/web-application.ts'
import { openEdgeMachine } from '#tests/support/machines/edge-machine.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

const timeout = 120_000
const host = 'app.test'

/** The part of a server that deploys: it switches all routers, drains the old instance and ends it. */
async function openPlatform(addresses: EdgeAddress[]) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-edges-'))
  const signing = createAuthority('Berth of a test')
  const authority = {
    authority: signing.certificate,
    identityFor: (name: string) => issueCertificate(signing, [name]),
  }
  const own = await openNodeRouter({
    folder: join(folder, 'router'),
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    standbyDelay: null,
    ...authority,
  })
  const router = withEdges(own, {
    edges: addresses,
    lease: 4000,
    authority,
    isCommander: async () => true,
    say: console.log,
  })
  await router.replaceAll([])
  await router.setCertificates(
    async () => ({ hosts: {}, isComplete: true }),
    async () => undefined,
  )
  let running: WebApplication | undefined
  return {
    async deploy(version: string) {
      const before = running
      running = await startNamed(version)
      await router.switchTo(routeTo([running.address], { hosts: [host] }))
      if (!before) return
      await router.drain([before.address], timeout)
      await before[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await router.stop()
      await running?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

test('edges: versions replaced under requests at two edges, of which one is killed and then stopped for longer than its lease', async () => {
  await using one = await openEdgeMachine('one')
  await using two = await openEdgeMachine('two')
  await using platform = await openPlatform([one.address, two.address])
  const { deploy } = platform
  await deploy('1')
  for (const edge of [one, two]) {
    await edge.untilReady()
    assert.equal((await visit(edge.visitors, host)).body, '1')
  }

  const atBoth = [one, two].map(({ visitors }) => keepVisiting(visitors, host))
  await deploy('2')
  for (const visitors of atBoth) {
    const { failures, bodies } = await visitors.stop()
    assert.deepEqual(failures, [])
    assert.ok(bodies.includes('2'))
  }

  const duringKill = keepVisiting(one.visitors, host)
  await two.kill()
  await deploy('3')
  two.start()
  await two.untilReady()
  assert.equal((await visit(two.visitors, host)).body, '3')
  const afterKill = await duringKill.stop()
  assert.deepEqual(afterKill.failures, [])
  assert.ok(afterKill.bodies.includes('3'))

  const duringStop = keepVisiting(one.visitors, host)
  two.signal('SIGSTOP')
  await deploy('4')
  two.signal('SIGCONT')
  await two.untilReady()
  assert.equal((await visit(two.visitors, host)).body, '4')
  const afterStop = await duringStop.stop()
  assert.deepEqual(afterStop.failures, [])
  assert.ok(afterStop.bodies.includes('4'))
})
