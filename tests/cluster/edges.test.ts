import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { endRouter } from '#routers/control/end-router.ts'
import type { EdgeAddress } from '#routers/edges/edge-client.ts'
import { withEdges } from '#routers/edges/with-edges.ts'
import { openNodeRouter } from '#routers/node/node-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { startNamed, type WebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

const patience = 120_000
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
      await router.drain([before.address], patience)
      await before[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await router.stop()
      await running?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An edge machine: `berth-server edge` with HAProxy, in a folder of its own. */
async function openEdgeMachine(name: string) {
  const data = await mkdtemp(join(tmpdir(), `berth-edge-${name}-`))
  const key = randomBytes(32).toString('hex')
  const [http, https, port, health] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const environment = {
    ...process.env,
    BERTH_DATA: data,
    BERTH_ROUTER: 'haproxy',
    BERTH_HTTP_PORT: String(http),
    BERTH_HTTPS_PORT: String(https),
    BERTH_EDGE_KEY: key,
    BERTH_EDGE_PORT: String(port),
    BERTH_EDGE_HEALTH_PORT: String(health),
    BERTH_INSTALL_PACKAGES: 'off',
  }
  let child: ChildProcess
  const start = () => {
    child = spawn(process.execPath, [join(root, 'server/main.ts'), 'edge'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  start()
  const healthUrl = `http://127.0.0.1:${health}`
  return {
    address: { name, key, port, host: '127.0.0.1' },
    visitors: `http://127.0.0.1:${http}`,
    start,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    /** Waits until a balancer would send visitors here. */
    untilReady: () =>
      until(
        async () => {
          const answer = await visit(healthUrl, 'health').catch(() => undefined)
          return answer?.status === 200
        },
        { timeout: patience, every: 20, what: `the edge ${name}` },
      ),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await endRouter(join(data, 'router'))
      await rm(data, { recursive: true, force: true })
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
