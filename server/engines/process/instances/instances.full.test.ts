import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import type { Capability } from '#engines/process/capabilities.ts'
import { openProcessEngine } from '#engines/process/process-engine.ts'
import { sleep, until, withTimeout } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  nodeTool,
  openTestEngine,
  processEngineOptions,
  removeEngineFolder,
} from '#tests/support/engine/process-engine.ts'
import {
  answerOf,
  ask,
  isReachable,
  recordInstances,
} from '#tests/support/engine/recorded-instances.ts'

const commandOf = (...words: [string, ...string[]]) => ({
  ...sampleRecipe,
  build: [],
  start: words,
})

const weakest: Capability[] = ['users', 'sandbox', 'network', 'limits']
const modes: [string, Capability[]][] = [
  ['isolated', []],
  ['as another user only', ['sandbox', 'network', 'limits']],
  ['on a machine that can isolate nothing', weakest],
]

/** Answers late and, after SIGTERM, exits once it has answered; a second SIGTERM would kill it. */
const slowServer = `import { createServer } from 'node:http'
let busy = 0
let stopping = false
const leave = () => stopping && busy === 0 && console.log('finished') === undefined && process.exit(0)
createServer((request, response) => {
  busy++
  console.log('asked')
  setTimeout(() => {
    response.end('late', () => leave(busy--, setTimeout(leave, 10)))
  }, 800)
}).listen(process.env.PORT, () => console.log('listening'))
process.once('SIGTERM', () => { console.log('told'); stopping = true; leave() })
`

/** Like a package manager: runs a shell, forwards SIGTERM to it, and exits with its code. */
const manager = `import { spawn } from 'node:child_process'
const child = spawn('sh', ['-c', process.argv[2]], { stdio: 'inherit' })
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('close', (code, signal) => {
  if (!signal) process.exit(code)
  process.removeAllListeners('SIGTERM')
  process.kill(process.pid, signal)
})
`

for (const [mode, without] of modes) {
  describe(`instances, ${mode}`, () => {
    for (const script of ['node server.mjs; true', 'exec node server.mjs']) {
      test(`stop: a request under way is answered when the command is a manager of "${script}"`, async () => {
        await using opened = await openTestEngine({ without })
        const { engine, seen } = opened
        const recipe = commandOf('node', 'manager.mjs', script)
        const source = filesSource({ 'server.mjs': slowServer, 'manager.mjs': manager })
        const artifact = await engine.build(sampleBuild({ recipe, source }))
        const { address } = await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
        await seen.line('one', 'listening')
        const answer = ask(address)
        await seen.line('one', 'asked')
        await engine.stop('one', 20_000)
        assert.deepEqual(await answer, { status: 200, text: 'late' })
        assert.deepEqual(seen.linesOf('one'), ['listening', 'asked', 'told', 'finished'])
        assert.deepEqual(readdirSync(join(opened.folder, 'instances')), [])
      })
    }

    test('recover: an instance keeps serving when the server is killed, and the next server adopts it', async () => {
      await using opened = await openTestEngine({ without })
      const started = JSON.parse(
        await killedServer(opened.folder, 'start', without),
      ) as StartedInstance
      await answerOf(started.address, '/say/meanwhile')
      await opened.engine.recover([started])
      assert.equal(await opened.engine.isRunning('one'), true)
      await opened.seen.line('one', 'meanwhile')
      await answerOf(started.address, '/say/afterwards')
      await opened.seen.line('one', 'afterwards')
      assert.equal(new Set(opened.seen.linesOf('one')).size, opened.seen.linesOf('one').length)
      await opened.engine.stop('one', 5000)
      assert.equal(await isReachable(started.address), false)
    })

    test('launcher: when it is killed, the exit is reported and all processes of the instance end', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen, folder } = opened
      const artifact = await engine.build(sampleBuild())
      const { address } = await engine.start(sampleStart(artifact, 'one'))
      await answerOf(address)
      process.kill(launcherOf(folder, 'one'), 'SIGKILL')
      assert.deepEqual(await seen.exit('one'), { instanceId: 'one', code: 137 })
      assert.equal(await isReachable(address), false)
    })

    test('launcher: one that was killed while the server was down is detected by the next server', async () => {
      await using opened = await openTestEngine({ without })
      const artifact = await opened.engine.build(sampleBuild())
      const started = await opened.engine.start(sampleStart(artifact, 'one'))
      await answerOf(started.address)
      await opened.engine.close()
      process.kill(launcherOf(opened.folder, 'one'), 'SIGKILL')
      await opened.reopen()
      await opened.engine.recover([started])
      assert.equal((await opened.seen.exit('one')).code, 137)
      assert.equal(await isReachable(started.address), false)
    })

    test('stop: at any point of the launch leaves nothing behind', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, folder, seen } = opened
      const artifact = await engine.build(sampleBuild())
      for (let delay = 0; delay < 30; delay += 5) {
        await engine.start(sampleStart(artifact, 'one'))
        await sleep(delay)
        await engine.stop('one', 0)
        assert.deepEqual(readdirSync(join(folder, 'instances')), [])
      }
      assert.deepEqual(seen.exits, [])
    })

    test('start: a missing command exits with 127', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen } = opened
      const recipe = commandOf('no-such-command')
      const artifact = await engine.build(sampleBuild({ recipe }))
      await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
      assert.equal((await seen.exit('one')).code, 127)
      assert.match(seen.linesOf('one').join(), /no-such-command: not found/)
    })
  })
}

describe('instances', () => {
  test('output: arrives completely up to its limit, and its disk space is freed', async () => {
    await using opened = await openTestEngine()
    const { engine, seen, folder } = opened
    const writer = `const line = 'x'.repeat(1023) + '\\n'
      for (let count = 0; count < 9 * 1024; count++) process.stdout.write(count + line.slice(String(count).length))
      setInterval(() => {}, 1000)`
    const recipe = commandOf('node', 'writer.cjs')
    const source = filesSource({ 'writer.cjs': writer })
    const artifact = await engine.build(sampleBuild({ recipe, source }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    await seen.line('one', /^9215x/)
    const lines = seen.linesOf('one')
    assert.equal(lines.length, 9 * 1024)
    assert.ok(lines.every((line, place) => line.startsWith(`${place}x`) && line.length === 1023))
    const output = join(folder, 'instances/one/output')
    await until(async () => (await readdir(output)).length === 1, {
      timeout: 300_000,
      what: 'the disk to be given back',
    })
  })

  test('output: a last line without a newline is forwarded when the instance exits', async () => {
    await using opened = await openTestEngine({ without: weakest })
    const { engine, seen } = opened
    const recipe = commandOf('printf', 'one\\ntwo')
    const artifact = await engine.build(sampleBuild({ recipe }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    assert.equal((await seen.exit('one')).code, 0)
    assert.deepEqual(seen.linesOf('one'), ['one', 'two'])
  })

  test('start: variables that cannot be passed to a process fail the start', async () => {
    await using opened = await openTestEngine({ without: weakest })
    const artifact = await opened.engine.build(sampleBuild())
    const bad: Record<string, string>[] = [
      { BAD: 'a\0--bind\0/\0/' },
      { 'BA=D': 'x' },
      { LARGE: 'x'.repeat(200_000) },
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`MANY_${n}`, 'x'.repeat(100_000)])),
    ]
    for (const environment of bad) {
      await assert.rejects(
        opened.engine.start(sampleStart(artifact, 'one', environment)),
        (error) =>
          error instanceof Failure && error.step === 'start' && /variable/.test(error.message),
      )
    }
    assert.deepEqual(readdirSync(join(opened.folder, 'instances')), [])
  })

  test('start: a large variable is passed completely', async () => {
    for (const without of [[], weakest]) {
      await using opened = await openTestEngine({ without })
      const artifact = await opened.engine.build(sampleBuild())
      const LARGE = 'ü\n'.repeat(40_000)
      const { address } = await opened.engine.start(sampleStart(artifact, 'one', { LARGE }))
      const { environment } = JSON.parse((await answerOf(address)).text)
      assert.equal(environment.LARGE, LARGE)
    }
  })

  test('recover: leftovers of a start interrupted by a crash are freed, at any point', async () => {
    await using opened = await openTestEngine()
    const { folder, engine } = opened
    const record = { instanceId: 'half', applicationId: 'app_one', isSandboxed: true, groups: [] }
    for (const id of ['half', 'bare']) await mkdir(join(folder, 'instances', id))
    await writeFile(join(folder, 'instances/half/instance.json'), JSON.stringify(record))
    await engine.stop('half', 1000)
    assert.equal(existsSync(join(folder, 'instances/half')), false)
    await engine.recover([])
    assert.deepEqual(readdirSync(join(folder, 'instances')), [])
  })

  test('recover: an instance without any leftovers is reported as exited', async () => {
    await using opened = await openTestEngine()
    const { engine, seen } = opened
    const handle = {}
    await engine.recover([{ instanceId: 'lost', address: { host: '192.0.2.1', port: 1 }, handle }])
    assert.equal(seen.exits[0]?.instanceId, 'lost')
    assert.equal(seen.exits[0]?.code, 137)
  })

  test('recover: instances with output or a record of another version serve on as outdated, can be stopped, and exits are seen', async () => {
    await using opened = await openTestEngine({ without: weakest })
    const { engine, folder } = opened
    const artifact = await engine.build(sampleBuild())
    const [one, two] = [
      await engine.start(sampleStart(artifact, 'one')),
      await engine.start(sampleStart(artifact, 'two')),
    ]
    for (const { address } of [one, two]) await answerOf(address)
    await opened.reopen()
    const output = join(folder, 'instances/one/output')
    await rm(output, { recursive: true })
    await writeFile(output, 'here')
    await writeFile(join(folder, 'instances/two/instance.json'), '{"version": 99}')
    const outdated = await opened.engine.recover([one, two])
    assert.deepEqual(outdated.toSorted(), ['one', 'two'])
    for (const { address } of [one, two]) await answerOf(address)
    await opened.engine.stop('two', 5000)
    assert.equal(await isReachable(two.address), false)

    process.kill(launcherOf(folder, 'one'), 'SIGKILL')
    assert.equal((await opened.seen.exit('one')).code, 137)
    await opened.engine.revive(one)
    await answerOf(one.address, '/say/again')
    await opened.seen.line('one', 'again')
  })

  test('recover: a process that only has the same PID as a launcher is left alone', async () => {
    await using opened = await openTestEngine({ without: weakest })
    const { folder, engine } = opened
    const bystander = spawn('sleep', ['60'])
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    const line = readFileSync(`/proc/${bystander.pid}/stat`, 'utf8')
    const earlier = line.replace(/\d+(?=( \S+){30}$)/m, '1')
    assert.notEqual(earlier, line)
    await mkdir(join(folder, 'instances/old'))
    await writeFile(join(folder, 'instances/old/identity'), `${boot}${earlier}`)
    const record = { instanceId: 'old', applicationId: 'app_one', isSandboxed: false, groups: [] }
    await writeFile(join(folder, 'instances/old/instance.json'), JSON.stringify(record))
    assert.equal(await engine.isRunning('old'), false)
    await engine.stop('old', 0)
    assert.equal(bystander.exitCode ?? bystander.signalCode, null)
    bystander.kill()
    await once(bystander, 'exit')
  })

  test('stop: without isolation, processes that left the process tree of the command are killed too', async () => {
    await using opened = await openTestEngine({ without: weakest })
    const { engine, seen } = opened
    const script = `import { spawn } from 'node:child_process'
      const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
      child.unref()
      console.log(child.pid)`
    const recipe = commandOf('node', 'server.mjs')
    const source = sampleSource('1'.repeat(40), { 'server.mjs': script })
    const artifact = await engine.build(sampleBuild({ recipe, source }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
    await seen.exit('one')
    const pid = Number(seen.linesOf('one')[0])
    assert.equal(existsSync(`/proc/${pid}`) && !isZombie(pid), false)
  })

  test('start: an instance that is stopped while it starts does not start', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isSlow = false
    await using opened = await openTestEngine({
      toolchain: async () => {
        if (isSlow) await promise
        return nodeTool
      },
    })
    const { engine, folder } = opened
    const artifact = await engine.build(sampleBuild())
    isSlow = true
    const starting = engine.start(sampleStart(artifact, 'one'))
    await until(() => existsSync(join(folder, 'instances/one/app')), {
      timeout: 300_000,
      what: 'the folder of the instance',
    })
    await engine.stop('one', 1000)
    resolve()
    await assert.rejects(starting, /stopped meanwhile/)
    assert.equal(await engine.isRunning('one'), false)
    assert.deepEqual(readdirSync(join(folder, 'instances')), [])
  })

  test('revive: an instance without a lease keeps the address it was given', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-engine-'))
    const seen = recordInstances()
    const engine = await openProcessEngine(processEngineOptions(folder, seen.watcher))
    const artifact = await engine.build(sampleBuild())
    const started = await engine.start(sampleStart(artifact, 'one'))
    await answerOf(started.address)
    await engine.stop('one', 1000)
    const revived = await engine.revive(started)
    assert.deepEqual(revived.address, started.address)
    await answerOf(revived.address)
    await engine.recover([])
    await engine.close()
    await removeEngineFolder(folder)
  })
})

/** Runs a separate server until it reports a result, kills it, and returns that result. */
async function killedServer(folder: string, verb: string, without: string[]): Promise<string> {
  const main = new URL(import.meta.resolve('#tests/support/engine/engine-main.ts')).pathname
  const server = spawn(process.execPath, [main, folder, verb, ...without], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(server.stdout)
  const [line] = await withTimeout(once(lines, 'line'), 60_000, 'the server')
  server.kill('SIGKILL')
  await once(server, 'exit')
  return line
}

function launcherOf(folder: string, instanceId: string): number {
  const text = readFileSync(join(folder, 'instances', instanceId, 'identity'), 'utf8')
  return Number(/\n(\d+) /.exec(text)?.[1])
}

const isZombie = (pid: number) => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
