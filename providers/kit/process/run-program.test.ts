import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { endOf, OutputTooLargeError, runProgram, spawnProgram } from './run-program.ts'

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-program-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('program sandbox: runs as nobody, without capabilities, and cannot gain any', async () => {
  const status = await runProgram(['cat', '/proc/self/status'])
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m)
  assert.match(status, /^Groups:\s*$/m)
  assert.match(status, /^CapEff:\t0+$/m)
  assert.match(status, /^CapBnd:\t0+$/m)
  assert.match(status, /^NoNewPrivs:\t1$/m)
})

test('program sandbox: sees no network, file or process of the machine', async (t) => {
  const folder = await openFolder(t)
  assert.match(await runProgram(['cat', '/proc/net/dev']), /^[^:]*\n[^:]*\n\s*lo:[^:]*$/)
  assert.deepEqual(
    (await runProgram(['ls', '/']))
      .split('\n')
      .filter((name) => /^(root|home|var|srv|opt|boot|mnt|sys)$/.test(name)),
    [],
  )
  await assert.rejects(runProgram(['ls', folder]), /No such file/)
  const pids = (await runProgram(['ls', '/proc'])).split('\n').filter((name) => /^\d+$/.test(name))
  assert.ok(pids.length < 5, pids.join(' '))
})

test('program sandbox: inherits no variables', async () => {
  process.env.BERTH_SECRET = 'x'
  const printed = await runProgram(['env'], { env: { GIVEN: 'y' } })
  delete process.env.BERTH_SECRET
  assert.match(printed, /^GIVEN=y$/m)
  assert.doesNotMatch(printed, /BERTH|HOME=\/root/)
})

test('program sandbox: reads and writes our files only as streams', async (t) => {
  const folder = await openFolder(t)
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await writeFile(from, 'whale', { mode: 0o600 })
  await runProgram(['tr', 'a-z', 'A-Z'], { inputFile: from, outputFile: to })
  assert.equal(await readFile(to, 'utf8'), 'WHALE')
  assert.equal((await stat(to)).mode & 0o777, 0o600)
  // Never overwrites anything, such as a symbolic link.
  await assert.rejects(runProgram(['true'], { outputFile: to }), { code: 'EEXIST' })
})

test('program sandbox: secrets are read-only files that exist inside only', async (t) => {
  const folder = await openFolder(t)
  const files = { '/config/password': 'correct horse' }
  assert.equal(await runProgram(['cat', '/config/password'], { files }), 'correct horse')
  await assert.rejects(runProgram(['dd', 'of=/config/password'], { files, input: 'x' }))
  await assert.rejects(stat(join(folder, 'config')))
})

test('program sandbox: a program that does not end is killed with all its children', async () => {
  await assert.rejects(runProgram(['sleep', '60'], { timeout: 300 }), /sleep ended with SIGKILL/)
})

test('program sandbox: is in a control group, and OOM-killed before a database or the platform', async () => {
  const child = await spawnProgram(['sh', '-c', 'cat /proc/self/oom_score_adj; read line'], {})
  const [score] = await once(child.stdout?.setEncoding('utf8') ?? assert.fail(), 'data')
  const group = await readFile(`/proc/${child.pid}/cgroup`, 'utf8')
  child.stdin?.end()
  await endOf(child)
  assert.match(group, new RegExp(`berth-programs/${process.pid}$`, 'm'))
  assert.equal(score, '400\n')
})

test('program sandbox: neither its control group nor its first process tells of the machine', async (t) => {
  const source = await openFolder(t)
  const options = { mounts: [{ source, target: '/mounted' }] }
  const groups = await runProgram(['cat', '/proc/self/cgroup'], options)
  assert.match(groups, /^(\d+:[^:]*:\/\n)+$/)
  const first = await runProgram(['cat', '/proc/1/cmdline'], options)
  assert.match(first, /^bwrap\0/)
  assert.ok(!first.includes(source), first)
})

test('program sandbox: a program that exceeds its output limit is killed, and its file removed', async (t) => {
  const folder = await openFolder(t)
  const outputFile = join(folder, 'to')
  const fill = runProgram(['cat', '/dev/zero'], { outputFile, maxOutputBytes: 100_000 })
  await assert.rejects(
    fill,
    (error) => error instanceof OutputTooLargeError && error.maxBytes === 100_000,
  )
  await assert.rejects(stat(outputFile), { code: 'ENOENT' })
  const fits = ['head', '--bytes=100000', '/dev/zero'] as const
  await runProgram(fits, { outputFile, maxOutputBytes: 100_000 })
  assert.equal((await stat(outputFile)).size, 100_000)
})

test('program sandbox: a failing program leaves no file', async (t) => {
  const outputFile = join(await openFolder(t), 'to')
  await assert.rejects(runProgram(['ls', '/none'], { outputFile }), /No such file/)
  await assert.rejects(stat(outputFile), { code: 'ENOENT' })
})
