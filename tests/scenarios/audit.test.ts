import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { AuditRecord } from '#client/resources/accounts/audit.ts'
import { publicKeyFingerprint } from '#kit/crypto/ssh-keys.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'

/** The audit log as an administrator reads it: actor, action, address and credential. */
let berth: TestBerth
let application: PushedApplication
let key: string
let fingerprint: string

before(async () => {
  berth = await TestBerth.start()
  application = await PushedApplication.create(berth, 'watched')
  const { folder, env } = application.project
  key = join(folder, '..', 'key')
  await runCommand(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key], { cwd: folder, env })
  await application.ok('ssh-keys', 'add', 'laptop', `${key}.pub`)
  const [{ key: line = '' } = {}] = await berth.client.sshKeys.list()
  fingerprint = publicKeyFingerprint(Buffer.from(line.split(' ')[1] ?? '', 'base64'))
})
after(() => berth?.[Symbol.asyncDispose]())

const audit = async (...options: string[]): Promise<AuditRecord[]> => {
  const { organisationId } = berth.admin
  const { stdout } = await application.ok(
    ...['audit', '--org', organisationId, '--format', 'json', ...options],
  )
  return JSON.parse(stdout)
}

async function push(): Promise<string> {
  const { project, record } = application
  await project.write(webServer('watched'))
  const commit = await project.commit('Another version')
  const ssh = `ssh -i ${key} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null`
  const { port } = new URL(berth.addresses.git.https)
  const url = `ssh://git@127.0.0.1:${port}/${record.id}.git`
  await project.git('-c', `core.sshCommand=${ssh}`, 'push', url, 'master')
  return commit
}

test('audit log: actions of the CLI and of git are listed, oldest first', async () => {
  const { record } = application
  await application.ok('env', 'set', 'SECRET', 'not-to-be-seen')
  const commit = await push()
  await berth.client.ask({
    method: 'POST',
    path: `/v2/organisations/${berth.admin.organisationId}/members`,
    body: { email: 'eve@example.test', role: 'DEVELOPER' },
  })
  const records = await audit()
  assert.deepEqual(
    records.map(({ action, outcome, credential }) => [action, outcome, credential]),
    [
      ['application.create', 'done', 'access token'],
      ['variable.set', 'done', 'access token'],
      ['application.push', 'done', 'ssh key'],
      ['member.invite', 'done', 'access token'],
    ],
  )
  const [created, variable, pushed] = records
  assert.equal(created?.target, record.id)
  assert.equal(variable?.target, `${record.id} SECRET`)
  assert.equal(pushed?.target, `${record.id} ${commit}`)
  assert.equal(pushed?.credentialId, fingerprint)
  for (const { from, user } of records) {
    assert.match(from, /^(127\.0\.0\.1|::1)$/)
    assert.equal(user.email, 'admin@localhost')
  }
  assert.doesNotMatch(JSON.stringify(records), /not-to-be-seen/)
})

test('audit log: can be filtered, and is printed as a table', async () => {
  const [only, ...others] = await audit('--action', 'application.push')
  assert.equal(only?.action, 'application.push')
  assert.deepEqual(others, [])
  assert.equal((await audit('--limit', '1'))[0]?.action, 'member.invite')
  assert.deepEqual(await audit('--user', 'nobody@localhost'), [])
  const { organisationId } = berth.admin
  const { stdout } = await application.ok('audit', '--org', organisationId)
  assert.match(stdout, /admin@localhost {2}application\.push {2,}app_.* {2}ssh key SHA256:/)
})

test('audit log: account actions are listed in the personal space', async () => {
  const { id } = (await berth.client.summary.get()).user
  const { stdout } = await application.ok('audit', '--org', id, '--format', 'json')
  const actions = JSON.parse(stdout).map(({ action }: AuditRecord) => action)
  assert.ok(actions.includes('ssh-key.add'), actions.join())
})

test('audit log: survives a restart', async () => {
  const before = await audit()
  await berth.signal('SIGKILL')
  await berth.start()
  assert.deepEqual(await audit(), before)
})
