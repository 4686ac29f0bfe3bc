import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth, withoutBerth } from '#tests/support/platform/berth.ts'

/** `npm start`: a supervisor that restarts a crashed server and forwards signals. */
const root = new URL('../../', import.meta.url).pathname
const program = join(root, 'bin/berth-server')
const inBackground = ['sh', '-c', '"$@" & echo "pid $!"; wait $!', 'sh']

let berth: TestBerth

before(async () => {
  berth = await TestBerth.start()
  await berth.signal('SIGINT')
})
after(() => berth?.[Symbol.asyncDispose]())

interface Started {
  child: ChildProcess
  output(): string
  ended: Promise<unknown[]>
}

function start(command: string[], settings: Record<string, string> = {}): Started {
  const [first = '', ...args] = command
  const child = spawn(first, args, {
    cwd: root,
    env: { ...withoutBerth(process.env), ...berth.settings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { child, output: () => output, ended: once(child, 'close') }
}

async function startServer(command: string[]): Promise<Started> {
  const addresses = join(berth.data, 'addresses.json')
  await rm(addresses, { force: true })
  const started = start(command)
  await until(() => existsSync(addresses), { timeout: 300_000, what: 'the start' })
  return started
}

test('npm start: a killed server is restarted', async () => {
  const { child, output, ended } = await startServer([program])
  const first = (await lockHolderOf(berth.data)) ?? assert.fail()
  process.kill(first, 'SIGKILL')
  const health = () =>
    fetch(`${berth.addresses.api}/health`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await until(health, { timeout: 300_000, every: 50, what: 'the next server' })
  assert.notEqual(await lockHolderOf(berth.data), first)
  assert.match(output(), /the server ended with 137 and is started again in 1 s/)

  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  const left = await leftOf(berth.data)
  assert.ok(
    left.every((process) => /: berth-router(-standby)?$|"isStandby":true/.test(process)) &&
      left.length > 0,
    `the router, with its standby, alone is left: ${left}`,
  )
})

test('npm start: SIGINT ends everything', async () => {
  const { child, ended } = await startServer([program])
  child.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(await leftOf(berth.data), [])
})

for (const command of [[program], ['npm', 'start']]) {
  test(`npm start: SIGINT ends everything that ${command.join(' ').replace(root, '')} has started in the background of a shell`, async () => {
    const { output, ended } = await startServer([...inBackground, ...command])
    process.kill(Number(/^pid (\d+)$/m.exec(output())?.[1]), 'SIGINT')
    assert.deepEqual(await ended, [0, null], output())
    assert.deepEqual(await leftOf(berth.data), [])
  })
}

test('npm start: a start that cannot succeed is not repeated', async () => {
  const { output, ended } = start([program], { BERTH_API_PORT: 'none' })
  assert.deepEqual(await ended, [2, null])
  assert.equal(output().match(/BERTH_API_PORT=none/g)?.length, 1)
})
