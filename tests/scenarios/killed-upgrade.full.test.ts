import assert from 'node:assert/strict'
import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { migrations } from '#stores/migrations/migrations.ts'
import {
  addMigration,
  breakStart,
  type StagedReleases,
  stageReleases,
} from '#tests/support/machines/staged-releases.ts'
import { InstalledBerth } from '#tests/support/platform/installed-berth.ts'

/** An activation that is killed after each of its steps. */
let releases: StagedReleases
let berth: InstalledBerth

const main = join(import.meta.dirname, '../support/platform/killed-activation-main.ts')
const last = migrations.at(-1)?.name ?? ''

const endAtOnce = 'process.exit(2)\n'

before(async () => {
  releases = await stageReleases('1.0.0')
  await releases.next('1.0.0', '1.1.0', (release) => {
    const text = 'alter table users add column "nickname" text;\n'
    return addMigration(release, { name: '9001-nicknames', compatibleWith: last, text })
  })
  await releases.next('1.1.0', '1.2.0', (release) => breakStart(release, endAtOnce))
  berth = await InstalledBerth.install(releases.of('1.0.0'), { BERTH_UPGRADE_BACKUP: 'no' })
  await berth.client.organisations.create({ name: 'kept' })
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await releases?.[Symbol.asyncDispose]()
})

/** Returns the step after which it was killed; `undefined` once it has none left. */
async function activateUntil(version: string, step: number): Promise<string | undefined> {
  const node = join(releases.of(version), 'node_modules/.bin/node')
  const words = [releases.of(version), berth.home, String(step)]
  const { stdout } = await berth.run([node, main, ...words])
  return /^killed after (\w+)$/m.exec(stdout)?.[1]
}

/** Starts what is current unless it runs, as an init system does, and looks whether everything is there. */
async function requireServing(killedAfter?: string): Promise<string> {
  // The killed activation has started it, and it may not have its lock yet.
  const isStarting = killedAfter === 'start' || (await lockHolderOf(berth.data)) !== undefined
  if (!isStarting) await berth.start()
  await until(
    async () => {
      await berth.connect().catch(() => {})
      const all = await berth.client.organisations.list().catch(() => [])
      return all.some(({ name }) => name === 'kept')
    },
    { timeout: 300_000, every: 200, what: 'the organisation that was there before' },
  )
  return readlink(join(berth.home, 'current'))
}

test('killed upgrade: after each step one of the versions serves all facts, and the next attempt succeeds', async () => {
  const killedAfter: string[] = []
  for (let step = 1; ; step += 1) {
    const name = await activateUntil('1.1.0', step)
    const current = await requireServing(name)
    if (name === undefined) {
      assert.equal(current, 'versions/1.1.0')
      break
    }
    killedAfter.push(name)
    if (current === 'versions/1.0.0') continue
    // Back to the older one, which goes on with the tables of the newer one.
    const { code, stdout } = await berth.activate(releases.of('1.0.0'))
    assert.equal(code, 0, `after ${name}: ${stdout}`)
    assert.equal(await requireServing(), 'versions/1.0.0')
  }
  assert.deepEqual(killedAfter, [
    ...['checkFacts', 'removeCopy', 'rehearseMigrations', 'backUpBefore', 'placeVersion'],
    ...['keepConsoleAssets', 'stop', 'copyFacts', 'setCurrent', 'start', 'awaitHealth'],
    ...['removeCopy', 'removeUnused'],
  ])
})

test('killed upgrade: a return that is killed is finished by the next start, or by activating the version before', async () => {
  const killedAfter: string[] = []
  for (let step = 10; ; step += 1) {
    const name = await activateUntil('1.2.0', step)
    if (name === undefined) break
    killedAfter.push(name)
    // The newer version cannot start at all.
    const isBroken = (await readlink(join(berth.home, 'current'))) === 'versions/1.2.0'
    if (isBroken) {
      const { code, stdout } = await berth.activate(releases.of('1.1.0'))
      assert.equal(code, 0, `after ${name}: ${stdout}`)
    }
    assert.equal(await requireServing(isBroken ? undefined : name), 'versions/1.1.0')
  }
  assert.equal(await requireServing(), 'versions/1.1.0')
  const back = ['stop', 'restoreFacts', 'setCurrent', 'start', 'awaitHealth']
  assert.deepEqual(killedAfter, ['start', ...back])
})
