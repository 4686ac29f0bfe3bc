import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { findServer, makeOwnedFolder, startServer } from '#providers/kit/process/server-process.ts'
import { systemUser } from '#providers/kit/process/system-user.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { openFleet } from './fleet.ts'

const limits = { memoryMegabytes: 96, cpus: 0.5, processes: 20 }

test('fleet: a server that exits is restarted at once, also an adopted one, but not one that is stopped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-fleet-'))
  const vault = createVault(randomBytes(32))
  const user = await systemUser('redis')
  let starts = 0
  const open = () =>
    openFleet({
      folder,
      vault,
      access: testAccess(),
      minUptime: 3_600_000,
      async start(at, record) {
        starts += 1
        const own = join(at, 'own')
        await makeOwnedFolder(own, user)
        // Only signals with a handler reach PID 1.
        const script = 'trap "exit 0" TERM; touch ready; sleep 600 & wait'
        const command = ['sh', '-c', script] as const
        if (!(await findServer(at))) await rm(join(own, 'ready'), { force: true })
        await startServer({ folder: at, own, user, command, limits, stopSignal: 'SIGTERM' })
        await until(() => existsSync(join(own, 'ready')), { timeout: 300_000, what: 'the start' })
        return record.port
      },
    })
  let fleet = open()
  t.after(async () => {
    await fleet.stopAll()
    await rm(folder, { recursive: true, force: true })
  })
  const pidOf = (name: string) => findServer(fleet.folderOf(name))
  const kill = async (name: string) => {
    const pid = (await pidOf(name)) ?? assert.fail('it does not run')
    process.kill(pid, 'SIGKILL')
    await until(async () => (await pidOf(name)) !== pid, { timeout: 300_000, what: 'the exit' })
    return pid
  }
  const restarted = (name: string) =>
    until(() => pidOf(name), { timeout: 300_000, what: `the restart of ${name}` })

  const port = await fleet.open('one', [], limits)
  await kill('one')
  await restarted('one')
  assert.equal(await fleet.find('one'), port)
  assert.equal(starts, 2)

  // Exits again soon: the next maintenance starts it.
  await kill('one')
  await fleet.open('other', [], limits)
  await kill('other')
  await restarted('other')
  assert.equal(await pidOf('one'), undefined)
  assert.equal(await fleet.find('one'), port)

  await fleet.close()
  fleet = open()
  await fleet.find('one')
  await kill('one')
  await restarted('one')

  await fleet.remove('one')
  await fleet.open('other', ['changed'], limits)
  assert.equal(await pidOf('one'), undefined)
})

test('fleet: servers that start at the same time get different ports, and one whose port was taken meanwhile another', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-fleet-'))
  const listeners: Server[] = []
  const listen = async (port: number) => {
    const listener = createServer().listen(port, '127.0.0.1')
    await once(listener, 'listening')
    listeners.push(listener)
  }
  let strangers = 1
  const fleet = openFleet({
    folder,
    vault: createVault(randomBytes(32)),
    access: testAccess({ ports: { from: 31_980, to: 31_987 } }),
    async start(_, { port }) {
      if (strangers-- > 0) await listen(port)
      await listen(port)
      return port
    },
  })
  t.after(async () => {
    for (const listener of listeners) listener.close()
    await fleet.stopAll()
    await rm(folder, { recursive: true, force: true })
  })
  const names = ['one', 'two', 'three', 'four', 'five']
  const ports = await Promise.all(names.map((name) => fleet.open(name, [], limits)))
  assert.equal(new Set(ports).size, names.length)
})
