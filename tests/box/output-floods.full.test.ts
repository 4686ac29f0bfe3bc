import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant prints as much as possible; only the tenant itself is affected. */
let berth: TestBerth
let flooder: PushedApplication
let neighbour: PushedApplication

const linesPerSecond = 200
const megabyte = 1024 * 1024
/** Log limit of two applications, one extra segment each, and the ring buffers of two instances. */
const maxBytes = (2 * (2 + 1) + 2 * 16 * 1.25) * megabyte

before(async () => {
  const settings = { BERTH_OUTPUT_RATE: String(linesPerSecond), BERTH_LOG_LIMIT: '2' }
  berth = await TestBerth.start({ ...settings, BERTH_DRAIN_TIMEOUT: '1s' })
  neighbour = await PushedApplication.create(berth, 'neighbour')
  flooder = await PushedApplication.create(berth, 'flooder')
  const [calm, loud] = [await neighbour.deploy(webServer('calm')), await flooder.deploy(files)]
  assert.deepEqual([calm.state, loud.state], ['OK', 'OK'])
})
after(() => berth?.[Symbol.asyncDispose]())

/** Runs the requested shell command with the instance's own output. */
const files = {
  'package.json': JSON.stringify({ name: 'flooder', scripts: { start: 'node server.js' } }),
  'server.js': `
    const { spawn } = require('node:child_process')
    const server = require('node:http').createServer((request, response) => {
      const script = new URL(request.url, 'http://x').searchParams.get('run')
      if (!script) return response.end('here')
      spawn('/bin/sh', ['-c', script], { stdio: 'inherit' }).on('exit', () => console.log('RAN ' + script))
      response.end('begun')
    })
    server.listen(8080, '0.0.0.0')
    process.on('SIGTERM', () => process.exit(0))`,
}

const flood = async (script: string) => {
  const { body } = await flooder.visit(`/?${new URLSearchParams({ run: script })}`)
  assert.equal(body, 'begun')
}

/** Disk usage of the logs and of the unread output. */
async function bytesOnDisk(): Promise<number> {
  const folders = [`${berth.data}/logs`, `${berth.data}/engine/instances`]
  const { stdout } = await run(['du', '-skc', ...folders], { timeout: 300_000 })
  return Number(/^(\d+)\s+total$/m.exec(stdout)?.[1]) * 1024
}

/** Highest disk usage until the work is done. */
async function maxUse(work: Promise<unknown>): Promise<number> {
  let highest = 0
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    highest = Math.max(highest, await bytesOnDisk())
    await Promise.race([done, pause(100)])
  }
  await done
  return Math.max(highest, await bytesOnDisk())
}

const dropped = (log: string[]) =>
  log.flatMap((line) => {
    const [, count] = /^([\d,]+) lines? \(.*\) dropped: more than/.exec(line) ?? []
    return count === undefined ? [] : [Number(count.replaceAll(',', ''))]
  })

async function neighbourIsServed(word: string): Promise<void> {
  assert.equal((await neighbour.visit(`/${word}`)).status, 200)
  await neighbour.logged(new RegExp(`^asked for /${word}$`))
  assert.equal((await berth.client.applications.get(neighbour.record)).name, 'neighbour')
}

test('output floods: endless empty lines of an instance are dropped, and another tenant is served', async () => {
  const begin = Date.now()
  await flood("timeout 2 yes ''")
  const work = async () => {
    await neighbourIsServed('beside-lines')
    await flooder.logged(/^RAN timeout 2 yes/)
  }
  const highest = await maxUse(work())
  const log = await flooder.log()
  const seconds = (Date.now() - begin) / 1000
  const kept = log.filter((line) => line === '').length
  assert.ok(highest < maxBytes, `${highest} bytes on disk`)
  assert.ok(kept <= linesPerSecond * (10 + seconds), `${kept} lines in ${seconds} s`)
  const lost = dropped(log).reduce((sum, count) => sum + count, 0)
  assert.ok(lost > 100_000, `${lost} lines are said to be dropped`)
})

test('output floods: an endless line is truncated, whatever its bytes', async () => {
  const script = 'head -c 100000000 /dev/urandom | tr -d "\\\\n"; head -c 100000000 /dev/zero; echo'
  await flood(script)
  const work = async () => {
    await neighbourIsServed('beside-a-line')
    await flooder.logged(/^RAN head/)
  }
  const highest = await maxUse(work())
  assert.ok(highest < maxBytes, `${highest} bytes on disk`)
  await flooder.logged(/^1 line \([\d.]+ MB\) dropped: more than [\d.]+ KB per second$/)
})

test('output floods: endless output of builds and hooks is truncated, and the deployment continues', async () => {
  const hook = "timeout 1 yes 'a line'; echo heard to the end"
  await berth.client.environment.replace(flooder.record, {
    CC_PRE_BUILD_HOOK: `sh -c "${hook}"`,
    CC_PRE_RUN_HOOK: `sh -c "${hook}"`,
    CC_RUN_SUCCEEDED_HOOK: `sh -c "${hook}"`,
  })
  const begin = Date.now()
  const deploying = flooder.deploy({ ...files, version: '2' })
  const highest = await maxUse(Promise.all([deploying, neighbourIsServed('beside-a-build')]))
  const { state, uuid } = await deploying
  assert.equal(state, 'OK')
  await until(
    async () => (await flooder.log()).filter((line) => line === 'heard to the end').length === 3,
    { timeout: 300_000, what: 'the end of three hooks' },
  )
  const log = await flooder.log(uuid)
  const seconds = (Date.now() - begin) / 1000
  const kept = log.filter((line) => line === 'a line').length
  assert.ok(highest < maxBytes, `${highest} bytes on disk`)
  assert.ok(kept <= 3 * linesPerSecond * (10 + seconds), `${kept} lines in ${seconds} s`)
  assert.ok(dropped(log).length >= 3)
})

test('output floods: without a server the output is bounded too, and its newest lines are kept', async () => {
  await berth.signal('SIGTERM')
  await flood("timeout 2 yes 'nobody reads this'; echo the last word")
  const isWritten = async () => {
    const found = await run(['grep', '-rqsx', 'the last word', `${berth.data}/engine/instances`])
    return found.code === 0
  }
  const written = until(isWritten, { timeout: 300_000, every: 100, what: 'the last word on disk' })
  const highest = await maxUse(written)
  assert.ok(highest < maxBytes, `${highest} bytes on disk`)
  await berth.start()
  await flooder.logged(/^the last word$/)
  assert.ok(dropped(await flooder.log()).length > 0)
  assert.doesNotMatch(berth.output, /bug/)
})
