import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** `kill -9` of the server in each state of a deployment, with real instances, a real router and visitors. */
let berth: TestBerth
let pushed: PushedApplication
let version = 0

before(async () => {
  berth = await TestBerth.start()
  pushed = await PushedApplication.create(berth, 'killed')
  await berth.client.environment.replace(pushed.record, {
    CC_PRE_BUILD_HOOK: 'sleep 0.3',
    CC_PROBATION: '500ms',
  })
  await pushNextVersion()
  await serves(version)
})
after(() => berth?.[Symbol.asyncDispose]())

/** Build and start take long enough to be interrupted. */
async function pushNextVersion(): Promise<string> {
  version += 1
  const { project } = pushed
  await project.write({
    'package.json': JSON.stringify({
      name: 'killed',
      version: `${version}.0.0`,
      main: 'server.js',
    }),
    'server.js': `
      const { createServer } = require('node:http')
      const server = createServer((request, response) => response.end('version ${version}'))
      setTimeout(() => server.listen(8080, '0.0.0.0'), 300)
      process.on('SIGTERM', () => server.close(() => process.exit(0)))`,
  })
  const commit = await project.commit(`Version ${version}`)
  await project.git('push', 'berth', 'master')
  return commit
}

const serves = (wanted: number) =>
  until(async () => (await pushed.visit()).body === `version ${wanted}`, {
    timeout: 300_000,
    every: 50,
    what: `version ${wanted}`,
  })

for (const state of [
  'queued',
  'building',
  'starting',
  'checking',
  'switching',
  'probation',
  'live',
]) {
  test(`kill -9: in state ${state}, the next server finishes the deployment, and visitors see no failure`, async () => {
    await using visitors = keepVisiting(berth.addresses.visitors.http, pushed.host, 2)
    const commit = await pushAndKillAt(state)
    const { http } = berth.addresses.visitors
    await berth.start()
    assert.equal(berth.addresses.visitors.http, http, 'the router went on')
    await serves(version)
    const deployments = await until(
      async () => {
        const list = await pushed.deployments()
        return list.every((deployment) => deployment.state !== 'WIP') && list
      },
      { timeout: 300_000, every: 100, what: 'the end of every deployment' },
    )
    const ofCommit = deployments.filter((deployment) => deployment.commit === commit)
    assert.deepEqual(
      ofCommit.map((deployment) => deployment.state),
      ['OK'],
      'neither lost nor doubled',
    )
    await until(async () => (await berth.client.instances.list(pushed.record)).length === 1, {
      timeout: 300_000,
      every: 100,
      what: 'one instance',
    })
    const { failures, answers } = await visitors.stop()
    assert.deepEqual(failures, [])
    assert.ok(answers > 0)
  })
}

/**
 * Polls the store and kills the server as soon as the newest deployment is in the state; retries if that was missed.
 */
async function pushAndKillAt(state: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pushing = pushNextVersion().catch(() => undefined)
    const isHit = await killAt(state, (await newestNumber()) + 1)
    const commit = (await pushing) ?? (await pushed.project.git('rev-parse', 'HEAD')).stdout.trim()
    if (isHit) return commit
    await serves(version)
  }
  throw new Error(`the server was never seen in the state ${state}`)
}

async function killAt(state: string, number: number): Promise<boolean> {
  const database = new DatabaseSync(join(berth.data, 'berth.sqlite'), { readOnly: true })
  const query = database.prepare(
    'select state from deployments where number >= ? order by number desc',
  )
  try {
    const seen = await until(
      () => {
        const now = query.get(number)?.state as string | undefined
        if (now === state) process.kill(berth.pid, 'SIGKILL')
        return now === state || now === 'live' ? now : undefined
      },
      { timeout: 300_000, every: 0, what: state },
    )
    if (seen !== state) return false
    await berth.signal('SIGKILL')
    return true
  } finally {
    database.close()
  }
}

async function newestNumber(): Promise<number> {
  const [newest] = await berth.client.deployments.list(pushed.record, { limit: 1 })
  return newest?.id ?? 0
}
