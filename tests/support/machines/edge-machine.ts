import '#tests/support/home/own-home.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { endRouter } from '#routers/control/end-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { withoutBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

const timeout = 120_000

/** An edge machine: `berth-server edge` with HAProxy, in a folder of its own. */
export async function openEdgeMachine(name: string) {
  const data = await mkdtemp(join(tmpdir(), `berth-edge-${name}-`))
  const key = randomBytes(32).toString('hex')
  const [http, https, port, health] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const environment = {
    ...withoutBerth(process.env),
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
        { timeout, every: 20, what: `the edge ${name}` },
      ),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await endRouter(join(data, 'router'))
      await rm(data, { recursive: true, force: true })
    },
  }
}
