import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { probeBuild, probeInstance } from '#tests/support/engine/probe-inside.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'

describe('sandbox', () => {
  let opened: OpenedEngine
  before(async () => {
    opened = await openTestEngine()
    assert.deepEqual(
      opened.engine.weaknesses,
      [],
      'this machine cannot isolate, so nothing is proven',
    )
  })
  after(() => opened[Symbol.asyncDispose]())

  const both = async (script: string, given: unknown = {}) => [
    (await probeInstance(opened, script, { given })).result,
    await probeBuild(opened.engine, script, given),
  ]

  test("hides the platform's folder and the rest of the machine's files", async () => {
    const secret = await mkdtemp(join(tmpdir(), 'berth-secret-'))
    await writeFile(join(secret, 'key'), 'secret', { mode: 0o644 })
    const paths = [
      opened.folder,
      secret,
      '/root',
      '/etc/shadow',
      '/etc/hostname',
      '/run/netns',
      '/sys',
    ]
    const script = `tell({
      seen: given.filter((path) => fs.existsSync(path)),
      root: fs.readdirSync('/').sort(),
      local: fs.readdirSync('/usr/local'),
      tmp: fs.readdirSync('/tmp'),
    })`
    for (const result of await both(script, paths)) {
      assert.deepEqual(result.seen, [])
      assert.deepEqual(result.local, [])
      assert.deepEqual(result.tmp, [])
      const known = 'bin dev etc home lib lib32 lib64 libx32 opt proc run sbin tmp usr var'.split(
        ' ',
      )
      assert.deepEqual(
        result.root.filter((name: string) => !known.includes(name)),
        [],
      )
    }
    await rm(secret, { recursive: true })
  })

  test('has a read-only system and writable private folders', async () => {
    const script = `tell({
      system: ['/usr/bin/x', '/etc/x', '/x', '/opt/node/bin/x', '/usr/local/x'].map((path) => attempt(() => fs.writeFileSync(path, ''))),
      own: [process.cwd(), os.homedir(), os.tmpdir()].map((path) => attempt(() => fs.writeFileSync(path + '/x', ''))),
      places: [process.cwd(), os.homedir(), os.tmpdir(), process.env.APP_HOME],
    })`
    for (const { system, own, places } of await both(script)) {
      for (const { refused } of system) assert.match(refused, /^(EROFS|EACCES)$/)
      assert.deepEqual(own, [{}, {}, {}])
      assert.deepEqual(places, ['/home/app/app_one', '/home/app', '/tmp', '/home/app/app_one'])
    }
  })

  test('cannot see or signal processes of the machine', async () => {
    const script = `tell({
      pids: fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map(Number),
      own: process.pid,
      signal: attempt(() => process.kill(given, 0)),
    })`
    for (const { pids, own, signal } of await both(script, process.pid)) {
      assert.deepEqual(pids, [1, own])
      assert.deepEqual(signal, { refused: 'ESRCH' })
    }
  })

  test('has no capabilities, cannot gain any, and cannot create a user namespace', async () => {
    const script = `tell({
      status: fs.readFileSync('/proc/self/status', 'utf8'),
      user: [process.getuid(), process.getgid(), process.getgroups()],
      namespace: attempt(() => execFileSync('unshare', ['--user', 'true'], { stdio: 'ignore' })),
    })`
    for (const { status, user, namespace } of await both(script)) {
      for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
        assert.match(status, new RegExp(`^${set}:\\s+0+$`, 'm'))
      }
      assert.match(status, /^NoNewPrivs:\s+1$/m)
      assert.deepEqual(user, [1000, 1000, [1000]])
      assert.ok(namespace.refused)
    }
  })

  test('inherits no file descriptor but the intended ones', async () => {
    const script = `tell([1, process.pid].map((pid) =>
      fs.readdirSync('/proc/' + pid + '/fd').map((fd) => attempt(() => fs.readlinkSync('/proc/' + pid + '/fd/' + fd)).done)
    ))`
    for (const [first, own] of await both(script)) {
      const known =
        /^(\/dev\/null|\/run\/inside\.sh|(pipe|socket):.*|anon_inode:.*|.*\/output|\/proc\/\d+\/fd)$/
      const stray = [...first, ...own].filter((path) => path && !known.test(path))
      assert.deepEqual(stray, [])
    }
  })

  test('gets exactly the given environment', async () => {
    const { result } = await probeInstance(opened, 'tell(process.env)')
    assert.deepEqual(result, {
      GIVEN: '{}',
      HOME: '/home/app',
      APP_HOME: '/home/app/app_one',
      PWD: '/home/app/app_one',
      TMPDIR: '/tmp',
      USER: 'app',
      LOGNAME: 'app',
      LANG: 'C.UTF-8',
      PATH: '/opt/node/bin:/usr/bin:/bin',
      PORT: '8080',
    })
  })

  test('cannot see another application, which runs as another user', async () => {
    const write = `fs.writeFileSync('/tmp/mine', ''); fs.writeFileSync('/home/app/mine', ''); tell({})`
    await probeInstance(opened, write, { instanceId: 'first', applicationNumber: 1 })
    const { result } = await probeInstance(
      opened,
      `tell([...fs.readdirSync('/home/app'), ...fs.readdirSync('/tmp')])`,
      { instanceId: 'second', applicationId: 'app_two', applicationNumber: 2 },
    )
    assert.deepEqual(result, ['app_two'])
    const owners = ['first', 'second'].map((id) => ownersOf(opened.folder, id))
    assert.deepEqual(owners, [[200_001], [200_002]])
  })

  test('leaves no entry in the mount table that programs keep', async () => {
    await probeInstance(opened, 'tell({})')
    assert.ok(!readOrEmpty('/run/mount/utab').includes('/run/berth'))
    assert.ok(!readOrEmpty('/proc/self/mountinfo').includes('/run/berth'))
  })

  test('hides the variables from other users of the machine', async () => {
    await probeInstance(opened, 'tell({})', { given: 'hush-hush', instanceId: 'quiet' })
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readOrEmpty(`/proc/${pid}/cmdline`))
    assert.ok(lines.some((line) => line.includes('quiet')))
    assert.ok(!lines.some((line) => line.includes('hush-hush')))
    const files = readdirSync(join(opened.folder, 'instances/quiet'), { withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(join(opened.folder, 'instances/quiet', file.name), 'utf8')
      assert.ok(!text.includes('hush-hush'), file.name)
    }
  })
})

/** UIDs on the machine of an instance's command. */
function ownersOf(folder: string, instanceId: string): number[] {
  const text = readFileSync(join(folder, 'instances', instanceId, 'identity'), 'utf8')
  const launcher = Number(/\n(\d+) /.exec(text)?.[1])
  const children = (pid: number): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) =>
        new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readOrEmpty(`/proc/${name}/status`)),
      )
      .map(Number)
  const family = children(launcher)
  for (const pid of family) family.push(...children(pid))
  return [...new Set(family.map((pid) => statSync(`/proc/${pid}`).uid))]
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
