import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { ShellRequest } from '#platform/model/hosting/instances/shells.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { OrganisationId, OwnerId } from '#platform/model/ids.ts'
import {
  type LiveApplication,
  openLiveApplication,
  two,
} from '#tests/support/applications/live-application.ts'
import { setShellAccess } from './shell-bans.ts'

const timeout = 60_000
const fingerprint = 'SHA256:key'

/** A live application, and its administrator with a key. */
async function openScene() {
  const setup = await openLiveApplication()
  const { platform, application, account } = setup
  const user = await platform.store.users.findByEmail(account.email)
  assert.ok(user)
  const userId = user.id
  await platform.store.sshKeys.put({ userId, name: 'laptop', line: 'ssh-ed25519 x', fingerprint })
  const caller: Caller = {
    userId,
    credential: 'ssh key',
    credentialId: fingerprint,
    rights: everyRight,
  }
  const said: string[] = []
  const open = (more: Partial<ShellRequest> = {}) =>
    platform.shells.open({
      caller,
      from: '192.0.2.1',
      target: application.id,
      title: 'shell',
      signal: AbortSignal.timeout(timeout),
      say: (sentence) => said.push(sentence),
      ...more,
    })
  return { ...setup, caller, said, open }
}

const auditOf = async ({ platform, application }: LiveApplication) =>
  (await platform.store.audit.listOf(application.ownerId, { limit: 50 }))
    .filter(({ action }) => action.startsWith('shell.'))
    .map(({ action, target, outcome }) => ({ action, target, outcome }))
    .reverse()

test('shell: is recorded in the audit log at its begin and its end, with key, command and exit code', async () => {
  await using scene = await openScene()
  const { application, platform } = scene
  const session = await scene.open({ command: 'echo hi', title: 'echo\u001b[31m hi' })
  assert.equal(await text(session.stdout), 'hi\n')
  assert.equal(await session.ended, 0)
  const [instance] = await platform.store.instances.listOf(application.id)
  const entries = await until(
    async () => {
      const found = await auditOf(scene)
      return found.length === 2 && found
    },
    { timeout, what: 'the entries' },
  )
  const target = `${application.id} ${instance?.id} key "laptop": echo hi`
  assert.deepEqual(entries[0], { action: 'shell.open', target, outcome: 'done' })
  assert.match(entries[1]?.target ?? '', /echo hi \(exit 0 after \d+ (ms|s)\)$/)
})

test('shell: an id that nobody may see is unknown, whoever asks', async () => {
  await using scene = await openScene()
  const stranger: Caller = { ...scene.caller, userId: 'user_other', credential: 'password' }
  const [instance] = await scene.platform.store.instances.listOf(scene.application.id)
  for (const target of [scene.application.id, instance?.id ?? '']) {
    await assert.rejects(scene.open({ caller: stranger, target }), {
      message: `There is no application or instance ${target}`,
    })
  }
  for (const target of ['', '../../etc', 'app_', "app_x' or 1=1", 'x'.repeat(10_000)]) {
    await assert.rejects(scene.open({ target }), /There is no application or instance/)
  }
})

test('shell: ends with a sentence after its key was removed', async () => {
  await using scene = await openScene()
  const session = await scene.open()
  await scene.platform.store.sshKeys.remove(scene.caller.userId, 'laptop')
  assert.notEqual(await session.ended, 0)
  assert.match(scene.said.join(), /login has expired or was revoked/)
  await assert.rejects(scene.open(), /revoked/)
})

test('shell: ends after the role of its user was lowered, and the next attempt is audited as refused', async () => {
  await using scene = await openScene()
  const { platform, application, caller } = scene
  const session = await scene.open()
  const member = await platform.store.members.find(
    application.ownerId as OrganisationId,
    caller.userId,
  )
  assert.ok(member)
  await platform.store.members.put({ ...member, role: 'ACCOUNTING' })
  assert.notEqual(await session.ended, 0)
  assert.match(scene.said.join(), /ACCOUNTING does not allow this/)
  await assert.rejects(scene.open(), { kind: 'forbidden' })
  assert.equal((await auditOf(scene)).at(-1)?.outcome, 'refused')
})

test('shell: is refused where shells are off, and an open one ends', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const { ownerId, id: applicationId } = application
  for (const subject of [{ ownerId, applicationId }, { ownerId }] as {
    ownerId: OwnerId
    applicationId?: typeof applicationId
  }[]) {
    const session = await scene.open()
    await setShellAccess(platform, subject, false)
    assert.notEqual(await session.ended, 0)
    await assert.rejects(scene.open(), /^Refusal: Shells are off for /)
    await setShellAccess(platform, subject, true)
  }
  const again = await scene.open({ command: 'exit 3' })
  assert.equal(await again.ended, 3)
})

test('shell: a deployment that replaces the instance says so with the seconds left, and ends it then', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const session = await scene.open()
  const deployed = scene.deploy(application, two)
  const sentence = await until(() => scene.said[0], { timeout, what: 'a sentence' })
  const left = formatDuration(platform.policies.drainTimeout)
  assert.match(sentence, /^Deployment 2( of .+)? replaces this instance\. This session ends in /)
  assert.ok(sentence.endsWith(`${left}.`))
  // It need not be waited for: the deployment goes on once the shell has ended.
  session.stdin.write('exit 5\n')
  assert.equal(await session.ended, 5)
  assert.equal((await deployed).state, 'live')
})

test('shell: a restart of the server ends it with a sentence', async () => {
  await using scene = await openScene()
  const session = await scene.open()
  await scene.platform.shells.close('This server is restarting: the session ends.')
  assert.notEqual(await session.ended, 0)
  assert.deepEqual(scene.said, ['This server is restarting: the session ends.'])
  await assert.rejects(scene.open(), /restarting/)
})

test('shell: an instance has at most 16, and a place is free again after the end of one', async () => {
  await using scene = await openScene()
  const sessions = await Promise.all(Array.from({ length: 16 }, () => scene.open()))
  await assert.rejects(scene.open(), { kind: 'limited', message: /^16 shells are open/ })
  sessions[0]?.sendSignal('TERM')
  await sessions[0]?.ended
  const next = await scene.open({ command: 'exit 0' })
  assert.equal(await next.ended, 0)
})
