import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type } from '#tests/support/captured-terminal.ts'
import { commitOf } from '#tests/support/platform/platform.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'

/** A deployed application `shop`. */
async function openShop() {
  const api = await openTypedApi()
  assert.equal((await api.type('create --type node shop')).code, 0)
  const [application = assert.fail()] = await api.platform.store.applications.listOf(
    api.account.organisationId,
  )
  assert.equal((await api.deploy(application, commitOf('1'))).state, 'live')
  const run = (...words: string[]) => type(['run', ...words], { folder: api.root, env: api.env })
  return {
    api,
    run,
    async [Symbol.asyncDispose]() {
      await api.platform.runs.close()
      await (api as TypedApi)[Symbol.asyncDispose]()
    },
  }
}

test('berth run: a detached command is followed, listed, and its status is the one of the log', async () => {
  await using shop = await openShop()
  const { run } = shop
  assert.match((await run('list', '--app', 'shop')).out, /^shop has no one-off commands/)
  const started = await run('--app', 'shop', '--detach', 'exit', '3')
  const [, id = ''] = /^Release 1 of shop runs it: (run_\S+)\n/.exec(started.out) ?? []
  assert.ok(id, started.out + started.err)
  const followed = await run('logs', id, '--follow', '--app', 'shop')
  assert.equal(followed.code, 3)
  assert.match(followed.err, /^The run failed \(exit code 3\) after /)
  assert.match(
    (await run('list', '--app', 'shop')).out,
    /run_\S+ {2}failed \(exit code 3\) .* exit 3\n$/,
  )
  const said = await run('--app', 'shop', '--format', 'json', '-d', 'echo said')
  const { id: other, detached, command } = JSON.parse(said.out)
  assert.deepEqual([detached, command], [true, 'echo said'])
  assert.equal((await run('logs', other, '-f', '--app', 'shop')).out, 'said\n')
  assert.match((await run('logs', other, '--app', 'shop')).out, /^said\nThe run succeeded after /)
})

test('berth run: what follows the first word belongs to the program', async () => {
  await using shop = await openShop()
  const { run } = shop
  const commandOf = async (...words: string[]) => JSON.parse((await run(...words)).out).command
  const before = ['--app', 'shop', '-d', '--format', 'json']
  assert.equal(await commandOf(...before, 'echo', '--app', 'x', '--', '-h'), 'echo --app x -- -h')
  assert.equal(await commandOf(...before, '--', 'list', '--help'), 'list --help')
  assert.equal(await commandOf(...before, '--', 'echo', '--', 'a b'), "echo -- 'a b'")
  assert.match((await run('--app', 'shop')).err, /Missing argument <command>/)
  assert.match(
    (await run('--ap', 'shop', 'echo')).err,
    /Unknown option '--ap'. Did you mean '--app'/,
  )
  assert.match((await run('--help')).out, /berth run \[options\] <command>\.\.\./)
})

test('berth run: one that goes on is stopped, and only once', async () => {
  await using shop = await openShop()
  const { run } = shop
  const { id, timeout, size } = JSON.parse(
    (await run('--app=shop', '-d', '-F', 'json', '-t', '10m', '--size', 'nano', 'wait')).out,
  )
  assert.deepEqual([timeout, size], [600, 'nano'])
  assert.match(
    (await run('stop', id, '--app', 'shop')).out,
    /^The run was stopped.* after .*: It was stopped by a member\.\n$/,
  )
  const again = await run('stop', id, '--app', 'shop')
  assert.deepEqual([again.code, /has ended already/.test(again.err)], [1, true])
})

test('berth run: says what is wrong', async () => {
  await using shop = await openShop()
  const { run } = shop
  assert.match((await run('--app', 'shop', '--timeout', 'soon', 'x')).err, /not a duration/)
  assert.match((await run('--app', 'shop', '--timeout', '1s', 'x')).err, /must be between 10 s/)
  assert.match((await run('--app', 'shop', '--size', 'huge', 'x')).err, /There is no such size/)
  assert.match((await run('logs', 'run_none', '--app', 'shop')).err, /There is no run run_none/)
  assert.match((await run('stop', '../x', '--app', 'shop')).err, /There is no run/)
})
