import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { createGitBackend } from './git-backend.ts'

let setup: TestPlatform
let application: Application
const from = '192.0.2.7'
const commit = '1'.repeat(40)

before(async () => {
  setup = await openTestPlatform()
  application = await setup.application()
})
after(() => setup[Symbol.asyncDispose]())

const backendOf = () =>
  createGitBackend(setup.platform, () => ({
    api: '',
    bridge: '',
    console: '',
    git: '',
    visitors: { http: 'http://localhost:4080', https: 'https://localhost:4443' },
  }))

async function withKey(name: string, role?: Role): Promise<Caller> {
  const at = setup.account.organisationId
  const { id } = await addPerson(setup, { name, ...(role && { at, role }) })
  const credentialId = `SHA256:${name}`
  await setup.platform.store.sshKeys.put({ userId: id, name, line: '', fingerprint: credentialId })
  return { userId: id, credential: 'ssh key', credentialId, rights: everyRight }
}

const noted = async () => {
  const entries = await setup.platform.store.audit.listOf(application.ownerId, { limit: 50 })
  return entries.map(({ action, target, outcome, credentialId, from }) => ({
    action,
    target,
    outcome,
    credentialId,
    from,
  }))
}

test('git backend: a push is audited with its commit, its key and its origin', async () => {
  const caller = await withKey('ada', 'DEVELOPER')
  const push = { applicationId: application.id, commit, branch: 'master', caller, from }
  await backendOf().openSession({ caller, applicationId: application.id, intent: 'push', from })
  const { deploymentId } = await backendOf().receive(push)
  await setup.ended(deploymentId)
  assert.deepEqual((await noted())[0], {
    action: 'application.push',
    target: `${application.id} ${commit}`,
    outcome: 'done',
    credentialId: 'SHA256:ada',
    from,
  })
})

test('git backend: a forbidden push of a member is rejected and audited, a stranger gets "not found"', async () => {
  const accountant = await withKey('bob', 'ACCOUNTING')
  const request = { applicationId: application.id, intent: 'push', from } as const
  const before = await noted()
  await assert.rejects(backendOf().openSession({ ...request, caller: accountant }), {
    kind: 'forbidden',
  })
  const [refused, ...others] = await noted()
  assert.deepEqual(refused, {
    action: 'application.push',
    target: application.id,
    outcome: 'refused',
    credentialId: 'SHA256:bob',
    from,
  })
  assert.deepEqual(others, before)
  const stranger = await withKey('eve')
  await assert.rejects(backendOf().openSession({ ...request, caller: stranger }), {
    kind: 'missing',
  })
  const reading = { ...request, caller: accountant, intent: 'read' } as const
  await assert.rejects(backendOf().openSession(reading), { kind: 'forbidden' })
  assert.equal((await noted()).length, before.length + 1)
})

test('git backend: a push that cannot be audited is not deployed', async () => {
  const caller = await withKey('dan', 'DEVELOPER')
  const { audit, deployments } = setup.platform.store
  const { add } = audit
  const before = await deployments.listOf(application.id, {})
  audit.add = async () => {
    throw new Error('no room')
  }
  const push = { applicationId: application.id, commit, branch: 'master', caller, from }
  await assert.rejects(backendOf().receive(push), /no room/)
  audit.add = add
  assert.deepEqual(await deployments.listOf(application.id, {}), before)
})

test('git backend: a push is not deployed when its member or key is removed meanwhile', async () => {
  const { members, sshKeys, deployments } = setup.platform.store
  const request = { applicationId: application.id, intent: 'push', from } as const
  const before = await deployments.listOf(application.id, {})
  const removed = await withKey('fay', 'DEVELOPER')
  const keyless = await withKey('gus', 'DEVELOPER')
  for (const caller of [removed, keyless]) await backendOf().openSession({ ...request, caller })
  await members.remove(setup.account.organisationId, removed.userId)
  await sshKeys.remove(keyless.userId, 'gus')
  const push = { applicationId: application.id, commit, branch: 'master', from }
  await assert.rejects(backendOf().receive({ ...push, caller: removed }), { kind: 'missing' })
  await assert.rejects(backendOf().receive({ ...push, caller: keyless }), {
    kind: 'unauthenticated',
  })
  await assert.rejects(backendOf().openSession({ ...request, caller: keyless }), {
    kind: 'unauthenticated',
  })
  assert.deepEqual(await deployments.listOf(application.id, {}), before)
})
