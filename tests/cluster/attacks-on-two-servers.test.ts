import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { newId } from '#kit/text/ids.ts'
import { followEvents } from '#platform/events/follow-events.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { addDomain } from '#platform/hosting/applications/domains/domains.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import { authenticatePassword } from '#platform/identity/access/login/authenticate-password.ts'
import { collectCliLogin, confirmCliLogin } from '#platform/identity/access/login/cli-logins.ts'
import { openSession } from '#platform/identity/access/login/sessions.ts'
import { checkSecondFactor } from '#platform/identity/access/second-factor/check.ts'
import { newSecret, stepAt } from '#platform/identity/access/second-factor/totp.ts'
import { issueMailedKey } from '#platform/identity/accounts/email/email-tokens.ts'
import { acceptInvitation } from '#platform/identity/accounts/invitations/invitations.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { resetPassword } from '#platform/identity/accounts/users/reset-password.ts'
import { addSshKey } from '#platform/identity/accounts/users/ssh-keys.ts'
import { newUser, type User } from '#platform/model/identity/accounts/user.ts'
import type { OrganisationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { recordTraffic } from '#tests/support/engine/recorded-traffic.ts'
import { hashPassword } from '#tests/support/passwords.ts'
import { totp } from '#tests/support/people/authenticator.ts'
import { callerFor } from '#tests/support/people/named-people.ts'
import { commitOf, newApplication } from '#tests/support/platform/platform.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openTwoServers, type TwoServers } from '#tests/support/several-servers/two-servers.ts'

/** A stranger who asks both servers at once, to get twice what is given once. */
let database: PostgresqlServer
let pair: TwoServers
let ownerId: OrganisationId
before(async () => {
  database = await openPostgresqlServer()
  pair = await openTwoServers(database, recordTraffic())
  pair.first.placementWorker.begin()
  pair.other.placementWorker.begin()
  ownerId = (await pair.application()).ownerId as OrganisationId
})
after(async () => {
  await pair?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  assert.deepEqual(pair?.bugs ?? [], [])
})

const from = '192.0.2.1'
const password = 'correct horse battery'

async function somebody(): Promise<User> {
  const email = `${newId('t').slice(2, 10)}@people.test`
  const user = newUser(newId('user'), { email, passwordHash: await hashPassword(password) }, 1)
  await pair.first.store.users.add(user)
  return user
}

/** Asks each server this many times, all at once; returns how often it was done. Everything else must be refused. */
async function rush(
  perServer: number,
  attempt: (platform: Platform, index: number) => Promise<unknown>,
): Promise<number> {
  const attempts = Array.from({ length: perServer }, (_, index) =>
    [pair.first, pair.other].map((platform, at) => attempt(platform, 2 * index + at)),
  )
  const ends = await Promise.allSettled(attempts.flat())
  for (const end of ends) {
    if (end.status === 'rejected' && !(end.reason instanceof Refusal)) throw end.reason
  }
  return ends.filter(({ status }) => status === 'fulfilled').length
}

test('two servers: what works once works once, wherever it is used', async () => {
  const { first } = pair
  const { store } = first
  const user = await somebody()
  const secret = newSecret()
  await store.secondFactors.put({ userId: user.id, secret, confirmedAt: 1 })
  await store.backupCodes.replace(user.id, ['abcd-efgh'])
  const code = totp(secret, stepAt(Date.now()))
  const check = (given: string) => (platform: Platform) =>
    checkSecondFactor(platform, user, { code: given, purpose: 'login', from })
  assert.equal(await rush(3, check(code)), 1, 'code of the second factor')
  assert.equal(await rush(3, check('abcd-efgh')), 1, 'backup code')

  const reset = {
    purpose: 'password-reset',
    email: user.email,
    userId: user.id,
    keeps: {},
  } as const
  const key = await issueMailedKey(first, reset)
  const renewal = { password: 'chosen by the owner', repeated: 'chosen by the owner', from }
  assert.equal(await rush(5, (platform) => resetPassword(platform, key, renewal)), 1, 'reset')

  const cliToken = newId('cli')
  const caller = { ...callerFor(user.id), credential: 'password' as const }
  const [consumer] = await pair.ask('select "key" from consumers')
  const toolConsumerKey = String(consumer?.key)
  const confirm = (platform: Platform) =>
    confirmCliLogin({ ...platform, toolConsumerKey }, { cliToken, caller })
  assert.equal(await rush(5, confirm), 1, 'confirmation of a tool')
  const tool = { machine: 'laptop', address: from }
  const collect = (platform: Platform) => collectCliLogin(platform, cliToken, tool)
  assert.equal(await rush(5, collect), 1, 'token of a tool')

  const [admin] = await store.members.listOf(ownerId)
  const times = { createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 }
  await store.invitations.put({
    id: newId('invitation'),
    digest: digestOf('an invitation'),
    organisationId: ownerId,
    email: 'new@people.test',
    role: 'ADMIN',
    job: '',
    invitedBy: admin?.user.id ?? assert.fail(),
    ...times,
  })
  const guests = await Promise.all(Array.from({ length: 10 }, somebody))
  const accept = (platform: Platform, index: number) =>
    acceptInvitation(platform, 'an invitation', guests[index]?.id ?? assert.fail())
  assert.equal(await rush(5, accept), 1, 'invitation')
})

test('two servers: wrong passwords count together', async () => {
  const { email } = await somebody()
  const guess = (platform: Platform) =>
    authenticatePassword(platform, { email, password: 'a guess', from })
  assert.equal(await rush(20, guess), 0)
  const right = { email, password, from }
  for (const platform of [pair.first, pair.other])
    await assert.rejects(authenticatePassword(platform, right), { kind: 'limited' })
})

test('two servers: quotas and names hold against requests at both', async () => {
  const { first, other } = pair
  const user = await somebody()
  const quotas = { organisations: 2, applications: 3 }
  const former = [first, other].map(({ policies }) => ({ ...policies.quotas }))
  for (const { policies } of [first, other]) Object.assign(policies.quotas, quotas)
  const found = (platform: Platform, index: number) =>
    createOrganisation(platform, user.id, { name: `Guild ${index}` })
  assert.equal(await rush(4, found), 2, 'organisations')
  assert.equal(await rush(5, (platform) => newApplication(platform, user.id)), 3, 'applications')
  for (const [at, { policies }] of [first, other].entries())
    Object.assign(policies.quotas, former[at])

  const applications = await Promise.all([pair.application(), pair.application()])
  const name = { host: 'shop.example.org', path: '/' }
  const take = (platform: Platform, index: number) =>
    addDomain(platform, applications[index % 2] ?? assert.fail(), name)
  await rush(3, take)
  assert.equal(
    (await first.store.domains.listAll()).filter(({ host }) => host === name.host).length,
    1,
  )

  const line = sshKey()
  const owners = await Promise.all(Array.from({ length: 6 }, somebody))
  const put = (platform: Platform, index: number) =>
    addSshKey(platform, owners[index]?.id ?? assert.fail(), 'laptop', line)
  assert.equal(await rush(3, put), 1, 'SSH key of several users')
})

function sshKey(): string {
  const { publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const blob = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(raw)])
  return `ssh-ed25519 ${blob.toString('base64')}`
}

test('two servers: an application that one deletes while the other deploys it leaves nothing behind', async () => {
  const { first, other } = pair
  const application = await pair.application()
  await pair.deploy(application, commitOf('a'))
  const push = (platform: Platform, digit: string) =>
    requestDeployment(platform, application, {
      commit: commitOf(digit),
      cause: 'Git',
      authorId: '',
    })
  const pushes = [push(other, 'b'), push(first, 'c'), push(other, 'd')]
  await Promise.all([Promise.allSettled(pushes), deleteApplication(first, application)])
  await assert.rejects(push(other, 'e'), Refusal)
  await first.queue.idle(application.id)
  for (const { store } of [first, other]) {
    assert.equal(await store.applications.find(application.id), undefined)
    assert.deepEqual(await store.instances.listOf(application.id), [])
  }
})

test('two servers: a session that is ended at one ends its streams at the other', async () => {
  const { first, other } = pair
  const user = await somebody()
  const key = await openSession(
    first,
    { user, isSecondFactorPassed: false },
    { from, browser: '', system: '' },
  )
  const credentialId = digestOf(key).slice(0, 16)
  const caller = { ...callerFor(user.id), credential: 'session', credentialId } as const
  const leaving = new AbortController()
  let isOver = false
  let isReady = false
  const follow = async () => {
    for await (const _ of followEvents(other, caller, { scope: 'all' }, leaving.signal))
      isReady = true
    isOver = true
  }
  const following = follow()
  await until(() => isReady, { timeout: 300_000, what: 'the stream' })
  await first.store.sessions.removeOf(user.id)
  await until(() => isOver, { timeout: 300_000, what: 'the end of the stream' })
  leaving.abort()
  await following
})
