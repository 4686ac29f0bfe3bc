import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type } from '#tests/support/captured-terminal.ts'
import {
  application,
  applicationId,
  deployment,
  startFakePlatform,
  userId,
} from '#tests/support/fake-platform.ts'

async function withApplication() {
  const platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'hello'))
  await platform.type('login --local')
  await platform.type('link hello')
  return platform
}

test('berth applications: lists applications by owner, including the personal space', async () => {
  await using platform = await withApplication()
  platform.applications.push(application('app_5', 'mine', userId))
  for (const line of ['applications', 'applications list']) {
    const { out } = await platform.type(line)
    assert.match(out, /^acme \(orga_.*\)\n {2}hello {2}app_3.* {2}node {2}par/m)
    assert.match(out, /^Dev \(user_.*\)\n {2}mine /m)
  }
  const { out } = await platform.type('applications --org acme --format json')
  assert.deepEqual(
    JSON.parse(out).map(({ name }: { name: string }) => name),
    ['hello'],
  )
})

test('linked folder: the link also applies to its subfolders', async () => {
  await using platform = await withApplication()
  const below = join(platform.folder, 'a/b')
  await mkdir(below, { recursive: true })
  const { out } = await type(['open', '--print'], { folder: below, env: platform.env })
  assert.equal(out, `http://${applicationId.replace('_', '-')}.localhost:4080/\n`)
})

test('--app: an application can be named from any folder', async () => {
  await using platform = await withApplication()
  const { code, out } = await type(['status', '--app', 'hello'], {
    folder: platform.root,
    env: platform.env,
  })
  assert.equal(code, 0)
  assert.match(out, /^State +running$/m)
  assert.match(out, /^Instance 0 +UP, XS, commit abcdef01$/m)
})

test('berth stop and berth activity: an application is stopped, and its deployments are listed oldest first', async () => {
  await using platform = await withApplication()
  assert.equal((await platform.type('activity')).out, 'hello has never been deployed.\n')
  platform.deployments.push(deployment(2, 'FAIL'), deployment(1, 'OK'))
  const { out } = await platform.type('activity')
  assert.match(out, /^1 .* OK .*\n2 .* FAIL .*\n$/)
  assert.equal((await platform.type('stop')).out, 'Stopping hello.\n')
})

test('berth cancel-deploy: only a running deployment can be cancelled', async () => {
  await using platform = await withApplication()
  platform.deployments.push(deployment(1, 'OK'))
  assert.match((await platform.type('cancel-deploy')).err, /hello has no running deployment/)
  platform.deployments.unshift(deployment(2, 'WIP'))
  assert.equal(
    (await platform.type('cancel-deploy')).out,
    'Deployment 2 of hello is being cancelled.\n',
  )
  assert.match(platform.api.heard.at(-1)?.path ?? '', /\/deployments\/2\/instances$/)
})

test('berth delete: asks for confirmation and removes the link', async () => {
  await using platform = await withApplication()
  assert.match((await platform.type('delete')).err, /pass --yes to confirm/)
  const no = await platform.type('delete', { interactive: true, stdin: 'no\n' })
  assert.match(
    no.err,
    /Type 'hello' to permanently delete the application hello \(app_[^)]+\) of acme: Nothing was done\./,
  )
  assert.equal(platform.applications.length, 1)
  const yes = await platform.type('delete', { interactive: true, stdin: 'hello\n' })
  assert.equal(yes.code, 0)
  assert.equal(platform.applications.length, 0)
  assert.match((await platform.type('status')).err, /not linked/)
})

test('berth env: variables are set, shown, removed and imported', async () => {
  await using platform = await withApplication()
  assert.equal((await platform.type('env set A one')).code, 0)
  await type(['env', 'set', 'B', '--', '-two "quoted"\n'], platform)
  assert.equal(
    (await platform.type('env')).out,
    '# Variables of hello\nA="one"\nB="-two \\"quoted\\"\n"\n',
  )
  await platform.type('env rm A')
  assert.deepEqual([...platform.variables.keys()], ['B'])
  const { out } = await platform.type('env')
  await platform.type('env import', { stdin: `${out}C='3'\n` })
  assert.deepEqual(
    [...platform.variables],
    [
      ['B', '-two "quoted"\n'],
      ['C', '3'],
    ],
  )
  await platform.type('env import --json --yes', { stdin: '{"D":"4"}' })
  assert.deepEqual([...platform.variables], [['D', '4']])
  assert.match(
    (await platform.type('env import', { stdin: 'nonsense' })).err,
    /Line 1 is not NAME=value/,
  )
  assert.deepEqual([...platform.variables], [['D', '4']])
})
