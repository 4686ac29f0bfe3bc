import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { identifyProcess } from '#kit/process/process-identity.ts'
import { removeServerFolder } from '#providers/kit/servers/remove-folder.ts'
import { runProgram } from './run-program.ts'
import { home } from './sandbox.ts'
import {
  findServer,
  makeOwnedFolder,
  type ServerProcess,
  socketFolder,
  startServer,
  stopServer,
  writeIdentity,
} from './server-process.ts'
import { systemUser } from './system-user.ts'

/** A server that does nothing, as the user of Redis. */
async function prepare(t: TestContext): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-server-'))
  t.after(async () => {
    await stopServer(folder, 'SIGKILL')
    await removeServerFolder(folder)
    await rm(folder, { recursive: true, force: true })
  })
  const user = (await systemUser('redis')) ?? assert.fail('this test needs root')
  const own = join(folder, 'own')
  await makeOwnedFolder(own, user)
  const limits = { memoryMegabytes: 96, cpus: 0.5, processes: 20 }
  return {
    folder,
    own,
    user,
    limits,
    maxDataBytes: 50_000_000,
    stopSignal: 'SIGKILL',
    command: ['tail', '--follow', '/config/settings'],
    files: { '/config/settings': 'secret 1\n' },
  }
}

async function groupsOf(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, 'process.json'), 'utf8')).groups
}

test('server process: has limits of memory, CPUs and processes, and is OOM-killed before the platform', async (t) => {
  const server = await prepare(t)
  await startServer(server)
  const pid = (await findServer(server.folder)) ?? assert.fail()
  const groups = await groupsOf(server.folder)
  const commOf = () => readFile(`/proc/${pid}/comm`, 'utf8')
  await until(async () => (await commOf()) === 'tail\n', { timeout: 300_000, what: 'the server' })
  const read = async (...names: string[]) => {
    const paths = groups.flatMap((group) => names.map((name) => join(group, name)))
    const path = paths.find((candidate) => existsSync(candidate)) ?? assert.fail(names.join())
    return (await readFile(path, 'utf8')).trim()
  }
  assert.equal(await read('memory.limit_in_bytes', 'memory.max'), String(96 * 1024 * 1024))
  assert.match(await read('cpu.cfs_quota_us', 'cpu.max'), /^50000\b/)
  assert.equal(await read('pids.max'), '20')
  assert.ok((await read('cgroup.procs')).split('\n').includes(String(pid)))
  assert.equal((await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim(), '200')
  assert.match(await readFile(`/proc/${pid}/limits`, 'utf8'), /^Max data size +50000000 +50000000/m)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  assert.match(status, new RegExp(`^Uid:\t${server.user?.uid}\t`, 'm'))
  assert.match(status, /^CapBnd:\t0+$/m)
  await stopServer(server.folder, 'SIGKILL')
  for (const group of groups) assert.equal(existsSync(group), false)
})

test('server process: one started with other options is restarted, one with the same is left alone', async (t) => {
  const server = await prepare(t)
  await startServer(server)
  const first = await findServer(server.folder)
  await startServer(server)
  assert.equal(await findServer(server.folder), first)
  await startServer({ ...server, files: { '/config/settings': 'secret 2\n' } })
  const second = await findServer(server.folder)
  assert.ok(second !== undefined && second !== first)
  const log = () => readFile(join(server.folder, 'server.log'), 'utf8')
  await until(async () => (await log()).endsWith('secret 2\n'), {
    timeout: 300_000,
    what: 'its new settings',
  })
})

test('server process: its user cannot replace its settings by a symbolic link', async (t) => {
  const server = await prepare(t)
  const options = { folder: server.own, user: server.user }
  // Left by an earlier version, which wrote there as root.
  await runProgram(['ln', '--symbolic', '/etc/passwd', `${home}/redis.conf`], options)
  const before = await readFile('/etc/passwd', 'utf8')
  await startServer(server)
  assert.equal(await readFile('/etc/passwd', 'utf8'), before)
  assert.ok((await lstat(join(server.own, 'redis.conf'))).isSymbolicLink())
  assert.equal(existsSync(join(server.own, 'settings')), false)
})

test('server process: a symbolic link in place of its socket does not lead clients to the machine', async (t) => {
  const server = await prepare(t)
  await startServer(server)
  const socket = join(socketFolder(server.folder), 'x.sock')
  await symlink('/etc/shadow', socket)
  const mounts = [{ source: socketFolder(server.folder), target: '/socket' }]
  await assert.rejects(runProgram(['cat', '/socket/x.sock'], { mounts, user: server.user }))
})

test('server process: it is found while what is remembered of it is written anew', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-identity-'))
  t.after(() => rm(folder, { recursive: true }))
  const identity = identifyProcess(process.pid) ?? assert.fail()
  await writeIdentity(folder, identity)
  let isOver = false
  const writing = (async () => {
    for (let count = 0; count < 200; count += 1) await writeIdentity(folder, identity)
    isOver = true
  })()
  while (!isOver) assert.equal(await findServer(folder), process.pid)
  await writing
})
