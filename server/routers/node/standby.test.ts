import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { freePort } from '#kit/net/free-port.ts'
import { endRouter, killRouter, notedProcess } from '#routers/control/end-router.ts'
import { root } from '#tests/laws/source-tree.ts'
import { connected, exchange, startTcpInstance } from '#tests/support/applications/tcp-instance.ts'
import { startNamed } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import { openNodeRouter } from './node-router.ts'

const authority = createAuthority('Berth of a test')
const timeout = 300_000

async function openWithStandby() {
  const top = await mkdtemp(join(tmpdir(), 'berth-standby-'))
  const folder = join(top, 'router')
  const router = await openNodeRouter({
    folder,
    host: '127.0.0.1',
    httpPort: 0,
    httpsPort: 0,
    authority: authority.certificate,
    identityFor: (host) => issueCertificate(authority, [host]),
    compileCache: join(root, 'node_modules/.cache/berth'),
    standbyDelay: 0,
  })
  const pids = () => ({
    active: notedProcess(folder) ?? 0,
    standby: notedProcess(folder, 'standby') ?? 0,
  })
  return {
    folder,
    router,
    pids,
    /** Waits until a standby has loaded; returns its PID. */
    async standby(): Promise<number> {
      const isWaiting = () => isStandby(pids().standby) && pids().standby
      return until(isWaiting, { timeout, what: 'a standby' })
    },
    async [Symbol.asyncDispose]() {
      router.close()
      await endRouter(folder)
      await rm(top, { recursive: true, force: true })
    },
  }
}

function isStandby(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('berth-router-standby')
  } catch {
    return false
  }
}

test('router standby: no visitor is refused when the router is killed, time after time', async () => {
  await using app = await startNamed('app')
  await using yard = await openWithStandby()
  const { router, pids } = yard
  await router.switchTo(routeTo([app.address]))
  const { http } = router.addresses
  for (const attempt of [1, 2]) {
    const standby = await yard.standby()
    process.kill(pids().active, 'SIGKILL')
    assert.equal((await visit(http)).body, 'app', `kill ${attempt}`)
    await until(() => pids().active === standby, { timeout, what: 'its note' })
  }
  await using other = await startNamed('other')
  await router.switchTo(routeTo([other.address]))
  assert.equal((await visit(http)).body, 'other', 'the server has found the new router')
})

test('router standby: it takes over without a server, with the routes of the last moment', async () => {
  await using app = await startNamed('app')
  await using yard = await openWithStandby()
  const { router, pids } = yard
  const standby = await yard.standby()
  await router.switchTo(routeTo([app.address]))
  const { http } = router.addresses
  router.close()
  process.kill(pids().active, 'SIGKILL')
  assert.equal((await visit(http)).body, 'app')
  await until(() => pids().active === standby, { timeout, what: 'its note' })
})

test('router standby: a killed one is replaced, and a router that is stopped takes its own along', async () => {
  await using yard = await openWithStandby()
  const first = await yard.standby()
  process.kill(first, 'SIGKILL')
  await until(() => yard.pids().standby !== first, { timeout, what: 'its end' })
  assert.notEqual(await yard.standby(), first)
  await yard.router.stop()
  assert.deepEqual(yard.pids(), { active: 0, standby: 0 })
})

test('router standby: a router that does not answer is killed with its standby', async () => {
  await using yard = await openWithStandby()
  await yard.standby()
  yard.router.close()
  process.kill(yard.pids().active, 'SIGSTOP')
  assert.equal(await killRouter(yard.folder), true)
  assert.deepEqual(yard.pids(), { active: 0, standby: 0 })
  assert.equal(await killRouter(yard.folder), false)
})

test('router standby: no connection of a TCP redirection is refused when the router is killed', async () => {
  await using instance = await startTcpInstance((socket) => socket.end('well'))
  await using yard = await openWithStandby()
  const { router, pids } = yard
  const [first, second, removed] = [await freePort(), await freePort(), await freePort()]
  const route = (tcpPorts: number[]) => router.switchTo(routeTo([instance.address], { tcpPorts }))
  const isHeldBy = (pid: number, port: number) => async () =>
    (await listeningSockets(pid)).includes(port)
  await route([first, removed])
  for (const added of [undefined, second]) {
    const standby = await yard.standby()
    // One is opened before the standby starts, one afterwards.
    if (added) await route([first, added])
    const ports = added ? [first, added] : [first]
    for (const port of ports) await until(isHeldBy(standby, port), { timeout, what: `${port}` })
    process.kill(pids().active, 'SIGKILL')
    for (const port of ports) {
      assert.equal(String(await exchange(port, Buffer.from('x'))), 'well', `port ${port}`)
    }
    await until(() => pids().active === standby, { timeout, what: 'its note' })
  }
  await assert.rejects(connected(removed), { code: 'ECONNREFUSED' })
})

/** Ports of 127.0.0.1 that a process listens on. */
async function listeningSockets(pid: number): Promise<number[]> {
  const links = (await readdir(`/proc/${pid}/fd`)).map((fd) =>
    readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''),
  )
  const own = await Promise.all(links)
  const rows = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
    const isOwn = state === '0A' && own.includes(`socket:[${inode}]`)
    return isOwn ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
  })
}
