import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf } from '#tests/support/engine/recorded-instances.ts'

const limited = () => AbortSignal.timeout(120_000)
const capSysResource = 24n
const terminal = { term: 'xterm', columns: 101, rows: 37 }

describe('sessions of the process engine', () => {
  let opened: OpenedEngine
  let instance: StartedInstance
  before(async () => {
    opened = await openTestEngine()
    const artifact = await opened.engine.build(sampleBuild())
    instance = await opened.engine.start(sampleStart(artifact, 'one', { WHO: 'me' }))
    await answerOf(instance.address)
  })
  after(() => opened[Symbol.asyncDispose]())

  const open = (request: Partial<SessionRequest> = {}): Promise<InstanceSession> =>
    opened.engine.openSession(instance, { signal: limited(), ...request })

  /** Runs a command to its end. */
  async function outcome(request: Partial<SessionRequest>, input = '') {
    const session = await open(request)
    session.stdin.end(input)
    const [out, errors, code] = await Promise.all([
      text(session.stdout),
      text(session.stderr),
      session.ended,
    ])
    return { out, errors, code }
  }

  test('session: a command has the files, variables and user of the instance, and both outputs apart', async () => {
    const command =
      'cat commit.txt; echo; echo $WHO $EXTRA; id -u; hostname; pwd; echo oh >&2; exit 7'
    const { out, errors, code } = await outcome({ command, environment: { EXTRA: 'more' } })
    assert.deepEqual(out.split('\n'), [
      '1'.repeat(40),
      'me more',
      '1000',
      'app',
      '/home/app/app_one',
      '',
    ])
    assert.equal(errors, 'oh\n')
    assert.equal(code, 7)
  })

  test('session: a command sees the processes of the instance and can signal them', async () => {
    const { out } = await outcome({
      command: 'ps -e -o args; kill -0 $(pgrep -f server.mjs) && echo can',
    })
    assert.match(out, /^node server\.mjs$/m)
    assert.match(out, /^can$/m)
  })

  test('session: input reaches the command, and its end', async () => {
    const input = 'x'.repeat(300_000)
    assert.deepEqual(await outcome({ command: ['wc', '-c'] }, input), {
      out: '300000\n',
      errors: '',
      code: 0,
    })
  })

  test('session: a login shell reads a script from its input', async () => {
    const { out, code } = await outcome({}, 'echo $SHELL; exec $SHELL --login -c "exit 9"\n')
    assert.equal(out, '/bin/bash\n')
    assert.equal(code, 9)
  })

  test('session: a terminal has the size of the client, and a new one after a change', async () => {
    const session = await open({
      terminal,
      command: 'stty size; trap "stty size; exit 3" WINCH; echo go; while :; do sleep 0.1; done',
    })
    let out = ''
    for await (const chunk of session.stdout) {
      out += chunk
      if (/go/.test(out)) session.resize({ columns: 55, rows: 2 ** 32 })
    }
    assert.equal(out, '37 101\r\ngo\r\n24 55\r\n')
    assert.equal(await session.ended, 3)
  })

  test('session: a shell in a terminal has job control, and ^C reaches its foreground job', async () => {
    const session = await open({ terminal, environment: { TERM: 'xterm' } })
    session.stdin.write(`sh -c 'trap "echo told; exit 3" INT; tty; while :; do sleep 0.1; done'\n`)
    const steps: [RegExp, string][] = [
      [/^.?\/dev\/pts\/\d/m, '\u0003'],
      [/^.{0,2}told/m, 'exit $(($? + 1))\n'],
    ]
    let out = ''
    for await (const chunk of session.stdout) {
      out += chunk
      if (steps[0]?.[0].test(out)) session.stdin.write(steps.shift()?.[1] ?? '')
    }
    assert.equal(await session.ended, 4)
    assert.doesNotMatch(out, /job control/)
  })

  test('session: a signal reaches the command, which exits with 128 and its number', async () => {
    const session = await open({ command: ['sleep', '1000'] })
    session.sendSignal('TERM')
    assert.equal(await session.ended, 143)
  })

  test('session: an abort ends a command that ignores signals, and what it has left behind', async () => {
    const abort = new AbortController()
    const session = await open({
      signal: abort.signal,
      command:
        'trap "" HUP TERM INT; (setsid sh -c "trap \\"\\" HUP; while :; do sleep 0.2; done" left-behind &); echo up; while :; do sleep 0.2; done',
    })
    await new Promise((resolve) => session.stdout.once('data', resolve))
    abort.abort(new Error('enough'))
    assert.equal(await session.ended, 137)
    const { out } = await outcome({ command: 'ps -e -o args' })
    assert.doesNotMatch(out, /left-behind/)
  })

  test('session: a locale that this system lacks is that of the command, and nothing is said of it', async () => {
    const environment = { LANG: 'xx_YY.UTF-8' }
    const command = 'echo $LANG; env | grep -c PERL'
    const { out, errors } = await outcome({ command, environment })
    assert.deepEqual({ out, errors }, { out: 'xx_YY.UTF-8\n0\n', errors: '' })
  })

  test('session: what a command has left behind ends with it, also when it has killed the program that waits for it', async () => {
    const orphan = `(setsid sh -c 'trap "" HUP; while :; do sleep 0.2; done' orphaned &)`
    const session = await open({ command: `read go; ${orphan}; kill -KILL $PPID; sleep 1000` })
    session.stdin.write('go\n')
    assert.equal(await session.ended, 137)
    const { out } = await outcome({ command: 'ps -e -o args' })
    assert.match(out, /server\.mjs/)
    assert.doesNotMatch(out, /orphaned|sleep 1000/)
  })

  test('session: when memory runs out, a command goes before its instance, whatever it asks for', async () => {
    const { out } = await outcome({
      command:
        'cat /proc/2/oom_score_adj /proc/self/oom_score_adj; for score in 0 500 899 900; do (echo $score > /proc/self/oom_score_adj) && echo has $score; done',
    })
    const own = await readFile('/proc/self/status', 'utf8')
    const capabilities = BigInt(`0x${/^CapEff:\s+(\w+)$/m.exec(own)?.[1]}`)
    // What a process with this capability has chosen is the least for its descendants; root of a container lacks it.
    const isBinding = (capabilities & (1n << capSysResource)) !== 0n
    const chosen = isBinding ? [900] : [0, 500, 899, 900]
    assert.equal(out, ['500', '1000', ...chosen.map((score) => `has ${score}`), ''].join('\n'))
  })

  test('session: a command that exits at once is not lost', async () => {
    for (let round = 0; round < 20; round++) {
      const { out, errors, code } = await outcome({ command: 'echo out; echo error >&2; exit 4' })
      assert.deepEqual({ out, errors, code }, { out: 'out\n', errors: 'error\n', code: 4 })
    }
  })

  test('session: no descriptor of the platform reaches the command', async () => {
    const { out } = await outcome({ command: ['/bin/ls', '/proc/self/fd'] })
    assert.deepEqual(out.trim().split('\n'), ['0', '1', '2', '3'])
  })
})
