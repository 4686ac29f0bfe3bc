import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type {
  Artifact,
  Engine,
  InstanceWatcher,
} from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  answerOf,
  ask,
  isReachable,
  recordInstances,
} from '#tests/support/engine/recorded-instances.ts'

/** Data folder of an engine under test, which can be reopened after the engine was closed. */
export interface EngineYard extends AsyncDisposable {
  instancesOutliveServer: boolean
  /** Sessions can be opened inside its instances. */
  opensSessions: boolean
  open(watcher: InstanceWatcher): Promise<Engine>
}

/** Contract tests that every engine passes. */
export function engineContract(name: string, prepare: () => Promise<EngineYard>): void {
  const within =
    (body: (scene: Scene) => Promise<void>): (() => Promise<void>) =>
    async () => {
      await using yard = await prepare()
      const seen = recordInstances()
      const engine = await yard.open(seen.watcher)
      await body({ yard, engine, seen, build: (more) => engine.build(sampleBuild(more)) })
      await engine.close()
    }

  describe(`engine: ${name}`, () => {
    test(
      'build: reports its steps, forwards their output and yields a stored artifact',
      within(async ({ engine }) => {
        const said: string[] = []
        const lines: string[] = []
        const artifact = await engine.build(
          sampleBuild({ say: (line) => said.push(line), onLine: (line) => lines.push(line) }),
        )
        assert.deepEqual(said, ['make'])
        assert.deepEqual(lines, [`building ${'1'.repeat(40)}`])
        assert.equal(await engine.holds(artifact), true)
      }),
    )

    test(
      'build: runs prepare steps, then the dependency installation, then the build steps',
      within(async ({ engine }) => {
        const said: string[] = []
        const step = (title: string) => ({ ...make, title })
        const recipe = {
          ...sampleRecipe,
          prepare: [step('prepare')],
          dependencies: { folder: 'node_modules', install: step('install') },
        }
        await engine.build(sampleBuild({ recipe, say: (line) => said.push(line) }))
        assert.deepEqual(said, ['prepare', 'install', 'make'])
      }),
    )

    test(
      'build: a home file that needs a missing variable fails the build, with the name of the variable',
      within(async ({ engine }) => {
        const recipe = { ...sampleRecipe, home: [{ path: '.npmrc', template: '{{NPM_TOKEN}}' }] }
        await assert.rejects(engine.build(sampleBuild({ recipe })), isFailure('build', /NPM_TOKEN/))
        await engine.build(sampleBuild({ recipe, environment: { NPM_TOKEN: 'x' } }))
      }),
    )

    test(
      'discard: a discarded artifact is gone, and discarding it again does nothing',
      within(async ({ engine, build }) => {
        const artifact = await build()
        await engine.discard(artifact)
        assert.equal(await engine.holds(artifact), false)
        await engine.discard(artifact)
        await assert.rejects(
          engine.start(sampleStart(artifact, 'one')),
          isFailure('start', /artifact/),
        )
      }),
    )

    test(
      'copy: is an artifact of another application, which stays when the first one is discarded',
      within(async ({ engine, build }) => {
        const artifact = await build({ source: sampleSource('3'.repeat(40)) })
        const other = { applicationId: 'app_two', applicationNumber: 2 } as const
        const order = {
          ...other,
          artifact,
          builtFor: 'app_one',
          ownerId: 'orga_one',
          deploymentId: 'deployment_two',
          signal: new AbortController().signal,
        } as const
        await engine.copy(order)
        const copy = await engine.copy(order)
        assert.equal(await engine.holds(artifact), true)
        await engine.discard(artifact)
        await engine.forget('app_one')
        assert.equal(await engine.holds(copy), true)
        const { address } = await engine.start(sampleStart(copy, 'one', { WHO: 'two' }, other))
        const answer = JSON.parse((await answerOf(address)).text)
        assert.deepEqual([answer.commit, answer.environment.WHO], ['3'.repeat(40), 'two'])
        await engine.stop('one', 1000)
        const late = engine.copy({ ...order, deploymentId: 'deployment_three' })
        await assert.rejects(late, isFailure('source', /no longer there/))
        await engine.discard(copy)
        assert.equal(await engine.holds(copy), false)
      }),
    )

    test(
      'build: a failing step fails the build, after its output',
      within(async ({ engine }) => {
        const lines: string[] = []
        const order = sampleBuild({
          environment: { MISBEHAVE: 'fail-build' },
          onLine: (line) => lines.push(line),
        })
        await assert.rejects(engine.build(order), isFailure('build', /^make exited with 1$/))
        assert.equal(lines.length, 1)
        assert.equal(await engine.holds({ id: order.deploymentId, handle: {} }), false)
      }),
    )

    test(
      'build: an aborted build rejects with the reason of the abort',
      within(async ({ engine }) => {
        const abort = new AbortController()
        const reason = new Error('cancelled')
        const order = sampleBuild({
          environment: { MISBEHAVE: 'build-forever' },
          onLine: () => abort.abort(reason),
          signal: abort.signal,
        })
        await assert.rejects(engine.build(order), reason)
        assert.equal(await engine.holds({ id: order.deploymentId, handle: {} }), false)
      }),
    )

    test(
      'start: an instance runs the commit with the variables of the recipe and the application',
      within(async ({ engine, build }) => {
        const artifact = await build({ source: sampleSource('2'.repeat(40)) })
        const environment = { BOTH: 'application', ODD: 'two\nlines  "quoted" $HOME ünï\t*' }
        const { address } = await engine.start(sampleStart(artifact, 'one', environment))
        const { text } = await answerOf(address)
        const answer = JSON.parse(text)
        assert.equal(answer.commit, '2'.repeat(40))
        assert.equal(answer.environment.FROM_RECIPE, 'yes')
        assert.equal(answer.environment.BOTH, 'application')
        assert.equal(answer.environment.ODD, environment.ODD)
        assert.equal(await engine.isRunning('one'), true)
      }),
    )

    test(
      'start: two instances of one artifact have different addresses',
      within(async ({ engine, build }) => {
        const artifact = await build()
        const orders = ['one', 'two'].map((id) => sampleStart(artifact, id, { WHO: id }))
        const started = await Promise.all(orders.map((order) => engine.start(order)))
        for (const { instanceId, address } of started) {
          const { environment } = JSON.parse((await answerOf(address)).text)
          assert.equal(environment.WHO, instanceId)
        }
      }),
    )

    test(
      'output: lines of an instance arrive one by one, in order',
      within(async ({ engine, build, seen }) => {
        const { address } = await engine.start(sampleStart(await build(), 'one'))
        await seen.line('one', /^listening on /)
        for (const word of ['first', 'second ü', '']) {
          await answerOf(address, `/say/${encodeURIComponent(word)}`)
        }
        await answerOf(address, '/say/last')
        await seen.line('one', 'last')
        assert.deepEqual(seen.linesOf('one').slice(1), ['first', 'second ü', '', 'last'])
      }),
    )

    test(
      'exit: is reported once, with its code, after the last line',
      within(async ({ engine, build, seen }) => {
        const { address } = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(address, '/say/farewell')
        await ask(address, '/exit/7')
        assert.deepEqual(await seen.exit('one'), { instanceId: 'one', code: 7 })
        assert.equal(seen.linesOf('one').at(-1), 'farewell')
        assert.equal(await engine.isRunning('one'), false)
        await engine.stop('one', 100)
        assert.equal(seen.exits.length, 1)
      }),
    )

    test(
      'exit: an instance that exits immediately is reported',
      within(async ({ engine, build, seen }) => {
        await engine.start(sampleStart(await build(), 'one', { MISBEHAVE: 'exit' }))
        assert.equal((await seen.exit('one')).code, 3)
      }),
    )

    test(
      'revive: an instance serves at the same address again',
      within(async ({ engine, build, seen }) => {
        const started = await engine.start(sampleStart(await build(), 'one', { WHO: 'same' }))
        await answerOf(started.address)
        await ask(started.address, '/exit/1')
        await seen.exit('one')
        const kept = JSON.parse(JSON.stringify(started))
        const revived = await engine.revive(kept)
        assert.deepEqual(revived.address, started.address)
        const { environment } = JSON.parse((await answerOf(revived.address)).text)
        assert.equal(environment.WHO, 'same')
        await answerOf(revived.address, '/say/again')
        await seen.line('one', 'again')
      }),
    )

    test(
      'terminate: the exit of an instance is reported, and it can be revived; one that does not run is left alone',
      within(async ({ engine, build, seen }) => {
        const started = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(started.address)
        await engine.terminate('one', 5000)
        assert.notEqual((await seen.exit('one')).code, 0)
        assert.equal(await engine.isRunning('one'), false)
        await engine.terminate('one', 0)
        await engine.terminate('unknown', 0)
        assert.equal(seen.exits.length, 1)
        await answerOf((await engine.revive(started)).address)
      }),
    )

    test(
      'stop: a stopped instance is gone, and its exit is not reported',
      within(async ({ engine, build, seen }) => {
        const { address } = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(address)
        await engine.stop('one', 5000)
        assert.equal(await engine.isRunning('one'), false)
        assert.equal(await isReachable(address), false)
        assert.deepEqual(seen.exits, [])
      }),
    )

    test(
      'stop: an instance that ignores SIGTERM is killed after the grace period',
      within(async ({ engine, build }) => {
        const environment = { MISBEHAVE: 'hang-on-stop' }
        const { address } = await engine.start(sampleStart(await build(), 'one', environment))
        await answerOf(address)
        await engine.stop('one', 200)
        assert.equal(await engine.isRunning('one'), false)
        assert.equal(await isReachable(address), false)
      }),
    )

    test(
      'stop: a second stop, and a stop of an unknown instance, do nothing',
      within(async ({ engine, build }) => {
        await engine.start(sampleStart(await build(), 'one'))
        await Promise.all([engine.stop('one', 1000), engine.stop('one', 1000)])
        await engine.stop('one', 1000)
        await engine.stop('never-there', 1000)
        assert.equal(await engine.isRunning('never-there'), false)
        assert.deepEqual(await engine.listening('never-there'), [])
      }),
    )

    test(
      'start: pre-start steps are reported, run first, and run again only for a new instance',
      within(async ({ engine, build, seen }) => {
        const said: string[] = []
        const more = { recipe: hooked, say: (line: string) => void said.push(line) }
        const started = await engine.start(sampleStart(await build(), 'one', {}, more))
        await seen.line('one', /^listening on /)
        assert.deepEqual(said, ['hook'])
        assert.equal(seen.linesOf('one')[0], 'before')
        await answerOf(started.address)
        await ask(started.address, '/exit/1')
        await seen.exit('one')
        await answerOf((await engine.revive(started)).address)
        assert.equal(seen.linesOf('one').filter((line) => line === 'before').length, 1)
      }),
    )

    test(
      'start: a failing pre-start step fails the start and leaves nothing behind',
      within(async ({ engine, build, seen }) => {
        const environment = { MISBEHAVE: 'fail-before-start' }
        const order = sampleStart(await build(), 'one', environment, { recipe: hooked })
        await assert.rejects(engine.start(order), isFailure('start', /^hook exited with 1\.$/))
        assert.deepEqual(seen.linesOf('one'), ['before'])
        assert.equal(await engine.isRunning('one'), false)
        assert.deepEqual(seen.exits, [])
      }),
    )

    test(
      'start: can be aborted during a pre-start step',
      within(async ({ engine, build, seen }) => {
        const abort = new AbortController()
        const reason = new Error('cancelled')
        const environment = { MISBEHAVE: 'wait-before-start' }
        const more = { recipe: hooked, signal: abort.signal }
        const starting = engine.start(sampleStart(await build(), 'one', environment, more))
        void seen.line('one', 'before').then(() => abort.abort(reason))
        await assert.rejects(starting, reason)
        assert.equal(await engine.isRunning('one'), false)
      }),
    )

    test(
      'worker: runs beside the command',
      within(async ({ engine, build, seen }) => {
        const workers = [
          { command: nodeWith('worker.mjs'), restart: 'always', delay: 100 } as const,
        ]
        const recipe = { ...sampleRecipe, workers }
        const { address } = await engine.start(sampleStart(await build(), 'one', {}, { recipe }))
        await seen.line('one', 'working')
        await answerOf(address)
        await engine.stop('one', 5000)
        assert.deepEqual(seen.exits, [])
      }),
    )

    test(
      'exec: runs beside an instance, also after it has exited, but not when it is gone',
      within(async ({ engine, build, seen }) => {
        const started = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(started.address)
        const { signal } = new AbortController()
        assert.equal(await engine.run(started, ['echo', 'running', 'echo', 'hello'], signal), 0)
        await seen.line('one', /running echo hello$/)
        assert.equal(await engine.isRunning('one'), true)
        await ask(started.address, '/exit/1')
        await seen.exit('one')
        assert.equal(await engine.run(started, ['echo', 'running', 'echo', 'bye'], signal), 0)
        await seen.line('one', /running echo bye$/)
        await engine.stop('one', 1000)
        await assert.rejects(engine.run(started, ['true'], signal), isFailure('start', /no longer/))
      }),
    )

    test(
      'session: a command runs inside a running instance, with its variables and streams, and ends with its code',
      within(async ({ yard, engine, build }) => {
        const started = await engine.start(sampleStart(await build(), 'one', { WHO: 'me' }))
        await answerOf(started.address)
        const signal = AbortSignal.timeout(120_000)
        if (!yard.opensSessions) {
          return assert.rejects(engine.openSession(started, { signal }), /without a sandbox/)
        }
        const one = await engine.openSession(started, { command: ['cat'], signal })
        one.stdin.end('through\n')
        assert.equal(await text(one.stdout), 'through\n')
        assert.equal(await one.ended, 0)
        const shell = await engine.openSession(started, { signal })
        shell.stdin.end('echo hello\nexit 7\n')
        assert.equal(await text(shell.stdout), 'hello\n')
        assert.equal(await shell.ended, 7)
        await engine.stop('one', 1000)
        await assert.rejects(engine.openSession(started, { signal }), /not running/)
      }),
    )

    test(
      'session: an abort ends it, and the end of the instance',
      within(async ({ yard, engine, build }) => {
        if (!yard.opensSessions) return
        const started = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(started.address)
        // Several, because some of their shells are just beginning.
        const codes = Array.from({ length: 8 }, async () => {
          const abort = new AbortController()
          const aborted = await engine.openSession(started, { signal: abort.signal })
          aborted.stdout.resume()
          abort.abort(new Error('enough'))
          return aborted.ended
        })
        assert.ok(!(await Promise.all(codes)).includes(0))
        const terminal = { term: 'xterm', columns: 80, rows: 24 }
        const signal = AbortSignal.timeout(120_000)
        const other = await engine.openSession(started, { terminal, signal })
        other.stdout.resume()
        await engine.stop('one', 1000)
        assert.notEqual(await other.ended, 0)
      }),
    )

    test(
      'idle: an instance for sessions runs neither hooks, workers nor its command, and is stopped like others',
      within(async ({ yard, engine, build, seen }) => {
        if (!engine.startIdle) return assert.ok(engine.name === 'swarm' || !yard.opensSessions)
        const workers = [
          { command: nodeWith('worker.mjs'), restart: 'always', delay: 100 } as const,
        ]
        const recipe = { ...hooked, workers }
        const environment = { WHO: 'me', MISBEHAVE: 'exit' }
        const started = await engine.startIdle(
          sampleStart(await build(), 'one', environment, { recipe }),
        )
        const signal = AbortSignal.timeout(120_000)
        const session = await engine.openSession(started, { command: ['cat'], signal })
        session.stdin.end('through\n')
        assert.equal(await text(session.stdout), 'through\n')
        assert.equal(await session.ended, 0)
        assert.equal(await engine.isRunning('one'), true)
        assert.deepEqual(await engine.listening('one'), [])
        assert.deepEqual(seen.linesOf('one'), [])
        const left = await engine.openSession(started, { signal })
        left.stdout.resume()
        await engine.stop('one', 0)
        assert.notEqual(await left.ended, 0)
        assert.equal(await engine.isRunning('one'), false)
        assert.deepEqual(seen.exits, [])
      }),
    )

    test(
      'listening sockets: an instance reports what listens inside it',
      within(async ({ engine, build }) => {
        const artifact = await build()
        const { address, listenPort } = await engine.start(sampleStart(artifact, 'one'))
        await answerOf(address)
        const [socket] = await engine.listening('one')
        assert.equal(socket?.port, listenPort ?? address.port)
        await engine.start(sampleStart(artifact, 'deaf', { MISBEHAVE: 'never-listen' }))
        assert.deepEqual(await engine.listening('deaf'), [])
      }),
    )

    test(
      'usage: lists running instances with their application and what they use, and no others',
      within(async ({ engine, build, seen }) => {
        assert.deepEqual(await engine.usage(), [])
        const artifact = await build()
        const started = await engine.start(sampleStart(artifact, 'one'))
        const other = await engine.start(sampleStart(artifact, 'other'))
        await Promise.all([answerOf(started.address), answerOf(other.address)])
        const usages = await engine.usage()
        assert.deepEqual(usages.map(({ instanceId }) => instanceId).toSorted(), ['one', 'other'])
        for (const { applicationId, cpuSeconds, memoryBytes } of usages) {
          assert.equal(applicationId, sampleStart(artifact, 'one').applicationId)
          assert.ok(Number.isFinite(cpuSeconds) && Number.isFinite(memoryBytes))
        }
        await ask(started.address, '/exit/1')
        await seen.exit('one')
        await engine.stop('other', 1000)
        assert.deepEqual(await engine.usage(), [])
      }),
    )

    test(
      'recover: after a server restart, known instances are adopted or reported, and others are stopped',
      within(async ({ yard, engine, build, seen }) => {
        const artifact = await build()
        const one = await engine.start(sampleStart(artifact, 'one'))
        const other = await engine.start(sampleStart(artifact, 'other'))
        await Promise.all([answerOf(one.address), answerOf(other.address)])
        await engine.close()
        if (yard.instancesOutliveServer) await answerOf(one.address, '/say/meanwhile')

        const later = recordInstances()
        const next = await yard.open(later.watcher)
        await next.recover([JSON.parse(JSON.stringify(one))])
        if (yard.instancesOutliveServer) {
          await later.line('one', 'meanwhile')
          assert.equal(await next.isRunning('one'), true)
          await answerOf(one.address, '/say/afterwards')
          await later.line('one', 'afterwards')
        } else {
          assert.equal((await later.exit('one')).code, 137)
        }
        assert.equal(await isReachable(other.address), false)
        await next.stop('one', 1000)
        assert.equal(await isReachable(one.address), false)
        assert.deepEqual(seen.exits, [])
        await next.close()
      }),
    )

    test(
      'recover: an exit while the server was down is reported by the next server, which can revive the instance',
      within(async ({ yard, engine, build }) => {
        const one = await engine.start(sampleStart(await build(), 'one'))
        await answerOf(one.address)
        await engine.close()
        await ask(one.address, '/exit/9')

        const later = recordInstances()
        const next = await yard.open(later.watcher)
        if (yard.instancesOutliveServer) {
          await until(async () => !(await next.isRunning('one')), {
            timeout: 60_000,
            what: 'the exit',
          })
        }
        await next.recover([one])
        const { code } = await later.exit('one')
        assert.equal(code, yard.instancesOutliveServer ? 9 : 137)
        const revived = await next.revive(one)
        assert.deepEqual(revived.address, one.address)
        await answerOf(revived.address)
        await next.stop('one', 1000)
        await next.close()
      }),
    )
  })
}

const nodeWith = (file: string): [string, ...string[]] => ['node', file]
const hooked = {
  ...sampleRecipe,
  beforeStart: [{ title: 'hook', command: nodeWith('hook.mjs') }],
}
const make = { title: 'make', command: ['sh', 'build.sh'] as [string, ...string[]] }

interface Scene {
  yard: EngineYard
  engine: Engine
  seen: ReturnType<typeof recordInstances>
  build(more?: Partial<Parameters<typeof sampleBuild>[0]>): Promise<Artifact>
}

const isFailure = (step: string, message: RegExp) => (error: unknown) =>
  error instanceof Failure && error.step === step && message.test(error.message)
