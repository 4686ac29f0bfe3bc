import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '#platform/platform.ts'
import { type } from '#tests/support/captured-terminal.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

/** A deployed application `shop`, and its commands with words that may have blanks. */
async function openShop() {
  const api = await openTypedApi()
  assert.equal((await api.type('create --type node shop')).code, 0)
  const { platform, account } = api
  const [application = assert.fail()] = await platform.store.applications.listOf(
    account.organisationId,
  )
  assert.equal((await api.deploy(application, commitOf('1'))).state, 'live')
  const cron = (...words: string[]) =>
    type(['cron', ...words, '--app', 'shop'], { folder: api.root, env: api.env })
  return {
    api,
    platform: platform as Platform,
    cron,
    async [Symbol.asyncDispose]() {
      await platform.cronWorker.close()
      await (api as TypedApi)[Symbol.asyncDispose]()
    },
  }
}

test('berth cron: a task is added, listed, run, switched off and removed', async () => {
  await using shop = await openShop()
  const { cron } = shop
  assert.match((await cron()).out, /^shop has no scheduled tasks/)
  const added = await cron('add', 'backup', '0 3 * * *', 'echo backing up; exit 3')
  assert.match(
    added.out,
    /^Added backup to shop: every day at 03:00 UTC, next on 20\d\d-\d\d-\d\d at 03:00\.\n$/,
  )
  assert.match(
    (await cron()).out,
    /^NAME .*\nbackup {2}0 3 \* \* \* \(every day at 03:00\) {2}20\d\d-\d\d-\d\d 03:00 {2}never {5}own {3}echo backing up; exit 3\n$/,
  )
  const run = await cron('run', 'backup')
  assert.match(run.out, /^backing up\nbackup failed \(exit code 3\) after .+\n$/)
  assert.equal(run.code, 3)
  assert.match((await cron('runs')).out, /cronrun_\S+ {2}backup .* failed \(exit code 3\)/)
  assert.match((await cron('logs', 'backup')).out, /^backing up\nbackup failed/)
  assert.equal((await cron('disable', 'backup')).out, 'The scheduled task backup of shop is off.\n')
  assert.match((await cron()).out, / {2}off {2}/)
  assert.equal((await cron('enable', 'backup')).out, 'The scheduled task backup of shop is on.\n')
  assert.equal((await cron('remove', 'backup')).out, 'Removed the scheduled task backup of shop.\n')
  assert.match((await cron('runs')).out, /^No scheduled task of shop has run/)
})

test('berth cron: a detached run is stopped, and its end is told', async () => {
  await using shop = await openShop()
  const { cron } = shop
  await cron('add', 'long', '@daily', 'echo begun; wait', '--timeout', '10m', '--every-instance')
  assert.match((await cron('run', 'long', '--detach')).out, /^long runs: cronrun_/)
  assert.match((await cron('run', 'long')).err, /is still running/)
  assert.equal((await cron('stop', 'long')).out, 'Stopped long.\n')
  assert.match((await cron('stop', 'long')).err, /long is not running/)
  assert.match(
    (await cron('logs', 'long')).out,
    /^begun\nlong interrupted after .+: It was stopped by a member\.\n$/,
  )
  const [listed] = JSON.parse((await cron('--format', 'json')).out)
  assert.deepEqual(
    [listed.where, listed.timeout, listed.description, listed.lastRun.state],
    ['every instance', 600, 'every day at 00:00', 'interrupted'],
  )
})

test('berth cron: says what is wrong, and what to do', async () => {
  await using shop = await openShop()
  const { cron } = shop
  assert.match((await cron('add', 'x', 'often', 'true')).err, /The schedule must be minute, hour/)
  assert.match(
    (await cron('add', 'x', '* * * * *', 'true', '--timeout', 'soon')).err,
    /not a duration/,
  )
  assert.match(
    (await cron('add', 'x', '* * * * *', 'true', '--timeout', '2d')).err,
    /between 10 s and 1 d/,
  )
  await cron('add', 'backup', '@daily', 'true')
  assert.match(
    (await cron('run', 'bakcup')).err,
    /no scheduled task 'bakcup'.*Did you mean 'backup'/s,
  )
  assert.match((await cron('logs', 'backup')).err, /backup has not run/)
  await shop.api.type('stop --app shop')
  await shop.platform.queue.idle(
    (await shop.platform.store.applications.listAll())[0]?.id ?? 'app_',
  )
  assert.match((await cron('run', 'backup')).err, /shop has no running instance/)
})
