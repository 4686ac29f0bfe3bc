import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { KilledApplication } from '#tests/support/faults/killed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** `kill -9` of the server in each state of a deployment, with real instances, a real router and visitors. */
let berth: TestBerth
let killed: KilledApplication

before(async () => {
  berth = await TestBerth.start()
  killed = await KilledApplication.create(berth, {
    CC_PRE_BUILD_HOOK: 'sleep 0.3',
    CC_PROBATION: '500ms',
  })
})
after(() => berth?.[Symbol.asyncDispose]())

for (const state of [
  'queued',
  'building',
  'starting',
  'checking',
  'switching',
  'probation',
  'live',
]) {
  test(`kill -9: in state ${state}, the next server finishes the deployment, and visitors see no failure`, () =>
    killed.assertSurvives(() => pushAndKillAt(state)))
}

/**
 * Polls the store and kills the server as soon as the newest deployment is in the state; retries if that was missed.
 */
async function pushAndKillAt(state: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pushing = killed.pushNextVersion().catch(() => undefined)
    const isHit = await killAt(state, (await newestNumber()) + 1)
    const commit =
      (await pushing) ?? (await killed.pushed.project.git('rev-parse', 'HEAD')).stdout.trim()
    if (isHit) return commit
    await killed.serves()
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
  const [newest] = await berth.client.deployments.list(killed.pushed.record, { limit: 1 })
  return newest?.id ?? 0
}
