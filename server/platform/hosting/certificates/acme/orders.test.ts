import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { orderToWire } from '#api/v4/certificates/certificate-record.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { newId } from '#kit/text/ids.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { removeDomain } from '#platform/hosting/applications/domains/domains.ts'
import { createCertificateWorker } from '#platform/hosting/certificates/certificate-worker.ts'
import {
  removeCertificate,
  uploadCertificate,
} from '#platform/hosting/certificates/certificates.ts'
import { warnOwners } from '#platform/hosting/certificates/warn-owners.ts'
import {
  createOrganisation,
  deleteOrganisation,
} from '#platform/identity/accounts/organisations/organisations.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import { type AcmeClient, AcmeError } from '#platform/model/hosting/acme-client.ts'
import {
  type ApplicationId,
  isOrganisationId,
  type OwnerId,
  type UserId,
} from '#platform/model/ids.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import {
  newApplication,
  openTestPlatform,
  type TestPlatform,
} from '#tests/support/platform/platform.ts'
import { orderLimits } from './order-policy.ts'
import { createPendingChallenges } from './pending-challenges.ts'
import { noPauses, runDueOrders } from './run-due-orders.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const authority = createAuthority('Authority of the ACME server')
let setup: TestPlatform
const time = Date.now()
let administrator: UserId
let ordered: string[] = []
let outcome: (host: string) => Promise<{ certificate: string; key: string }>
const issued = async (host: string) => issueCertificate(authority, [host])

const acme: AcmeClient = {
  directory: 'https://acme.test/dir',
  maxOrdersPerHour: 20,
  register: async () => 'https://acme.test/account/1',
  async order({ host, present }) {
    ordered.push(host)
    await present({ type: 'http-01', host, token: 'token', answer: 'answer' })
    return outcome(host)
  },
}

before(async () => {
  setup = await openTestPlatform()
  const user = await setup.platform.store.users.findByEmail(setup.account.email)
  administrator = user?.id ?? assert.fail()
})
after(() => setup[Symbol.asyncDispose]())
beforeEach(() => {
  ordered = []
  outcome = issued
})

/** An organisation of a user of its own, with an application that has these domains. */
async function ownerOf(...hosts: string[]): Promise<OwnerId> {
  const { id } = await addPerson(setup, { name: newId('person') })
  return organisationOf(id, ...hosts)
}

/** An organisation that counts against this user, with an application that has these domains. */
async function organisationOf(userId: UserId, ...hosts: string[]): Promise<OwnerId> {
  const { platform } = setup
  const { id } = await createOrganisation(platform, userId, { name: newId('t').slice(0, 20) })
  const application = await newApplication(platform, id)
  for (const host of hosts) {
    await platform.store.domains.add({
      host,
      path: '/',
      applicationId: application.id,
      favourite: false,
    })
  }
  await platform.store.certificateOrders.add(
    hosts.map((host) => ({ host, ownerId: id })),
    time,
  )
  return id
}

/** Both clocks; the monotonic one can have another time after the wall clock was set. */
const clocks = (at: number, monotonic = at) => ({ clock: () => at, monotonic: () => monotonic })
const runAt = (at = time, pauses = noPauses()) => {
  const { platform } = setup
  const challenges = createPendingChallenges(() => platform.traffic)
  const signal = AbortSignal.timeout(30_000)
  return runDueOrders({ ...platform, acme, ...clocks(at), challenges, signal }, pauses)
}
const orderFor = async (host: string) =>
  (await setup.platform.store.certificateOrders.find(host)) ?? assert.fail(host)
const rejected = async () => {
  throw new AcmeError('rejected', 'DNS problem')
}

test('ACME orders: an issued certificate reaches the router, becomes an event, and leaves no challenge', async () => {
  const ownerId = await ownerOf('one.test')
  await runAt()
  const { traffic, platform } = setup
  assert.match(traffic.certificates.get('one.test')?.certificate ?? '', /BEGIN CERTIFICATE/)
  assert.deepEqual(traffic.challenges, [])
  const [event] = await platform.store.events.listOf([ownerId], {
    limit: 1,
    name: 'CERTIFICATE_ISSUED',
  })
  assert.equal(event?.data.host, 'one.test')
  assert.ok(!JSON.stringify(event).includes('PRIVATE KEY'))
  const [certificate] = await platform.store.certificates.listOf(ownerId)
  const { notBefore, notAfter } = certificate ?? assert.fail()
  assert.equal((await orderFor('one.test')).dueAt, notAfter - (notAfter - notBefore) / 3)
})

test("ACME orders: 300 broken domains of one person's organisations do not delay another person, and cost few orders per hour", async () => {
  const broken = Array.from({ length: 300 }, (_, at) => `broken${at}.test`)
  const { id: hoarder } = await addPerson(setup, { name: 'Hoarder' })
  await organisationOf(hoarder, ...broken.slice(0, 150))
  await organisationOf(hoarder, ...broken.slice(150))
  await ownerOf('fine.test')
  outcome = (host) => (host === 'fine.test' ? issued(host) : rejected())
  await runAt()
  assert.ok(ordered.indexOf('fine.test') < 3, `${ordered.slice(0, 5)}`)
  assert.equal(
    ordered.filter((host) => host.startsWith('broken')).length,
    orderLimits.maxFailuresPerHour,
  )
  const [first = ''] = ordered.filter((host) => host.startsWith('broken'))
  const { failures, dueAt, problem } = await orderFor(first)
  assert.deepEqual([failures, dueAt, problem], [1, time + 5 * minute, 'DNS problem'])
  await setup.platform.store.applications.remove(await applicationOf(first))
  await setup.platform.store.certificateOrders.removeUnused()
  assert.equal(await setup.platform.store.certificateOrders.find(first), undefined)
})

test('ACME orders: failures are retried with growing pauses, and the owner is told once by mail and event', async () => {
  const ownerId = await organisationOf(administrator, 'failing.test', 'failing2.test')
  outcome = rejected
  const { platform, account } = setup
  const pauses: number[] = []
  let at = time
  for (let attempt = 0; attempt < 4; attempt += 1) {
    at = Math.max((await orderFor('failing.test')).dueAt, (await orderFor('failing2.test')).dueAt)
    await runAt(at)
    pauses.push(((await orderFor('failing.test')).dueAt - at) / minute)
  }
  assert.deepEqual(pauses, [5, 10, 20, 40])
  await warnOwners({ ...platform, clock: () => at })
  const mail = (await platform.store.outbox.findNext()) ?? assert.fail('there is no mail')
  assert.deepEqual([mail.kind, mail.to], ['certificate-warning', account.email])
  assert.deepEqual(JSON.parse(mail.knows.lines ?? ''), [
    'failing.test: DNS problem',
    'failing2.test: DNS problem',
  ])
  await platform.store.outbox.remove(mail.id)
  await warnOwners({ ...platform, clock: () => at })
  const events = await platform.store.events.listOf([ownerId], {
    limit: 9,
    name: 'CERTIFICATE_FAILED',
  })
  assert.equal(events.length, 2)
  assert.equal(await platform.store.outbox.findNext(), undefined)
  await platform.store.applications.remove(await applicationOf('failing.test'))
  await platform.store.certificateOrders.removeUnused()
})

test('ACME orders: a certificate for another name, an expired one and garbage are not served', async () => {
  await ownerOf('lied.test')
  const other = await issued('victim.test')
  const lies: [string, { certificate: string; key: string }, RegExp, number][] = [
    ['another name', other, /It names victim\.test/, time],
    ['garbage', { ...other, certificate: 'garbage' }, /contains no certificate/, time],
    ['another key', { ...(await issued('lied.test')), key: other.key }, /does not belong/, time],
    ['expired', await issued('lied.test'), /expired on/, time + 400 * day],
  ]
  for (const [what, answer, sentence, at] of lies) {
    outcome = async () => answer
    await setup.platform.store.certificateOrders.change('lied.test', {
      dueAt: time,
      attemptedAt: null,
    })
    await runAt(at)
    assert.match((await orderFor('lied.test')).problem ?? '', sentence, what)
    assert.equal(setup.traffic.certificates.has('lied.test'), false, what)
  }
  await setup.platform.store.applications.remove(await applicationOf('lied.test'))
  await setup.platform.store.certificateOrders.removeUnused()
})

test('ACME orders: a limit pauses its quota account as long as asked, and everybody once a second one meets it', async () => {
  const owners = [
    await ownerOf('l1.test', 'l2.test'),
    await ownerOf('l3.test'),
    await ownerOf('l4.test'),
  ]
  outcome = async () => {
    throw new AcmeError('limited', 'too many', { retryAfter: 3 * hour })
  }
  const pauses = noPauses()
  const last = await quotaAccountOf(setup.platform.store, owners[2] ?? assert.fail())
  pauses.accounts.set(last, time + hour)
  await runAt(time, pauses)
  assert.equal(ordered.includes('l4.test'), false)
  assert.equal(ordered.filter((host) => host === 'l1.test' || host === 'l2.test').length, 1)
  const { dueAt, failures } = await orderFor(ordered[0] ?? '')
  assert.deepEqual([dueAt, failures], [time + 3 * hour, 0])
  assert.equal(pauses.until, time + hour)
  ordered = []
  await runAt(time + minute, pauses)
  assert.deepEqual(ordered, [])
  for (const host of ['l1.test', 'l3.test', 'l4.test']) {
    await setup.platform.store.applications.remove(await applicationOf(host))
  }
  await setup.platform.store.certificateOrders.removeUnused()
})

test('ACME orders: while the server is down nothing is asked again at once, and no host is to blame', async () => {
  await ownerOf('down1.test', 'down2.test')
  outcome = async () => {
    throw new AcmeError('unavailable', 'The ACME server cannot be reached')
  }
  const pauses = noPauses()
  await runAt(time, pauses)
  assert.equal(ordered.length, 1)
  assert.equal((await orderFor(ordered[0] ?? '')).failures, 0)
  assert.deepEqual([pauses.until, pauses.outages], [time + minute, 1])
  outcome = issued
  await runAt(time + 6 * minute, pauses)
  assert.equal(pauses.outages, 0)
  assert.equal(orderedOf('down').length, 3)
})

test('ACME orders: a crash on the way leads to a new order after the lease, and an uploaded certificate to none', async () => {
  const ownerId = await ownerOf('crashed.test')
  outcome = async () => {
    throw new Error('crash')
  }
  await assert.rejects(runAt(), /crash/)
  assert.equal((await orderFor('crashed.test')).dueAt, time + orderLimits.lease)
  outcome = issued
  await runAt(time + minute)
  assert.equal(ordered.length, 1)
  const own = await issued('crashed.test')
  await uploadCertificate(setup.platform, ownerId, own)
  await runAt(time + orderLimits.lease)
  assert.equal(ordered.length, 1)
  const [uploaded] = await setup.platform.store.certificates.listOf(ownerId)
  assert.equal((await orderFor('crashed.test')).dueAt, uploaded?.notAfter)
})

test('ACME orders: what a crash has cut is pending, and begun again at once by the server that began it, not by another', async () => {
  await ownerOf('cut.test', 'elsewhere.test')
  outcome = async () => {
    throw new Error('crash')
  }
  for (const host of ['cut.test', 'elsewhere.test']) {
    await setup.platform.store.certificateOrders.change(host, { dueAt: time })
    await assert.rejects(runAt(), /crash/)
    assert.equal(orderToWire(await orderFor(host)).state, 'pending', host)
  }
  const { store } = setup.platform
  await store.certificateOrders.change('elsewhere.test', { attemptedBy: 'another server' })
  outcome = issued
  const platform = { ...setup.platform, acme, clock: () => time + 1000 }
  const worker = createCertificateWorker({ platform: () => platform, onBug: assert.ifError })
  worker.begin()
  const isIssued = async () => orderToWire(await orderFor('cut.test')).state === 'issued'
  await until(isIssued, { timeout: 300_000, what: 'its certificate' })
  await worker.close()
  const elsewhere = await orderFor('elsewhere.test')
  assert.equal(orderToWire(elsewhere).state, 'pending')
  assert.equal(elsewhere.dueAt, time + orderLimits.lease)
  await runAt(time + orderLimits.lease)
  assert.equal(orderToWire(await orderFor('elsewhere.test')).state, 'issued')
})

test('ACME orders: the order of a removed domain is withdrawn, and what comes of one under way is dropped', async () => {
  const { platform, traffic } = setup
  const ownerId = await ownerOf('withdrawn.test', 'kept.test')
  await runAt()
  assert.equal((await platform.store.certificates.listOf(ownerId)).length, 2)
  const [application] = await platform.store.applications.listOf(ownerId)
  assert.ok(application)
  const remove = (host: string) => removeDomain(platform, application, { host, path: '/' })
  await remove('withdrawn.test')
  assert.equal(await platform.store.certificateOrders.find('withdrawn.test'), undefined)
  const left = await platform.store.certificates.listOf(ownerId)
  assert.deepEqual(
    left.map(({ host }) => host),
    ['kept.test'],
  )

  for (const ending of [issued, rejected]) {
    await platform.store.certificateOrders.change('kept.test', { dueAt: time, failures: 2 })
    const domain = { host: 'kept.test', path: '/', applicationId: application.id }
    outcome = async (host) => {
      await remove(host)
      return ending(host)
    }
    await runAt()
    assert.deepEqual(await platform.store.certificates.listOf(ownerId), [])
    assert.equal(await platform.store.certificateOrders.find('kept.test'), undefined)
    const filter = { limit: 9, name: 'CERTIFICATE_FAILED' as const }
    assert.deepEqual(await platform.store.events.listOf([ownerId], filter), [])
    await platform.store.domains.add({ ...domain, favourite: false })
    await platform.store.certificateOrders.add([{ host: 'kept.test', ownerId }], time)
  }
  assert.deepEqual(traffic.challenges, [])
})

test('ACME orders: a deleted application withdraws its orders, and a deleted organisation takes its certificates along', async () => {
  const { platform } = setup
  const { store } = platform
  const ownerId = await ownerOf('deleted.test')
  await uploadCertificate(platform, ownerId, await issued('deleted.test'))
  const [application] = await store.applications.listOf(ownerId)
  await deleteApplication(platform, application ?? assert.fail())
  assert.equal(await store.certificateOrders.find('deleted.test'), undefined)
  assert.equal((await store.certificates.listOf(ownerId)).length, 1)
  assert.ok(isOrganisationId(ownerId))
  await deleteOrganisation(platform, ownerId)
  assert.deepEqual(await store.certificates.listOf(ownerId), [])
})

async function applicationOf(host: string) {
  const { store } = setup.platform
  for (const application of await store.applications.listAll()) {
    const domains = await store.domains.listOf(application.id)
    if (domains.some((domain) => domain.host === host)) return application.id
  }
  return assert.fail(host)
}

test('ACME orders: a person who removes each failed domain and adds another is limited all the same', async () => {
  const ownerId = await ownerOf()
  const [application] = await setup.platform.store.applications.listOf(ownerId)
  outcome = rejected
  for (let at = 0; at < orderLimits.maxFailuresPerHour + 3; at += 1) {
    const host = `churn${at}.test`
    await addDomainTo(application?.id ?? assert.fail(), host, ownerId)
    await runAt(time + at * 1000)
    await removeDomain(setup.platform, application ?? assert.fail(), { host, path: '/' })
  }
  assert.equal(orderedOf('churn').length, orderLimits.maxFailuresPerHour)
  await addDomainTo(application?.id ?? assert.fail(), 'churn-later.test', ownerId)
  outcome = issued
  await runAt(time + hour + minute)
  assert.deepEqual(orderedOf('churn').slice(-1), ['churn-later.test'])
})

test('ACME orders: good domains are limited as well, so that one person does not use up what the server gives the platform', async () => {
  const hosts = Array.from({ length: 25 }, (_, at) => `many${at}.test`)
  await ownerOf(...hosts)
  await runAt()
  assert.equal(orderedOf('many').length, acme.maxOrdersPerHour)
  await ownerOf('other-person.test')
  await runAt(time + minute)
  assert.ok(ordered.includes('other-person.test'))
  assert.equal(orderedOf('many').length, acme.maxOrdersPerHour)
  await runAt(time + hour + 1)
  assert.equal(orderedOf('many').length, hosts.length)
})

test('ACME orders: an error that the server has for one host only pauses its person, and everybody once a second one meets it', async () => {
  await ownerOf('odd1.test', 'odd2.test')
  outcome = async (host) => {
    if (!host.startsWith('odd')) return issued(host)
    throw new AcmeError('unavailable', 'The ACME server failed', { hasAnswered: true })
  }
  const pauses = noPauses()
  await runAt(time, pauses)
  await ownerOf('even.test')
  await runAt(time, pauses)
  assert.ok(ordered.includes('even.test'))
  assert.deepEqual([orderedOf('odd').length, pauses.until], [1, Number.NEGATIVE_INFINITY])
  await ownerOf('odd3.test')
  await runAt(time, pauses)
  assert.deepEqual([orderedOf('odd').length, pauses.until], [2, time + minute])
})

test('ACME orders: a clock that is set back makes no pause longer, and frees no account from its limit', async () => {
  const { store } = setup.platform
  await ownerOf('backward.test')
  await ownerOf('renewed.test')
  outcome = (host) => (host === 'backward.test' ? rejected() : issued(host))
  await runAt(time + hour)
  const renewal = (await orderFor('renewed.test')).dueAt
  const counted = async () =>
    (await store.acmeAttempts.countSince(time - 1)).reduce((sum, { attempts }) => sum + attempts, 0)
  const attempts = await counted()
  ordered = []
  await runAt(time)
  assert.equal((await orderFor('backward.test')).dueAt, time + 5 * minute)
  assert.equal((await orderFor('renewed.test')).dueAt, renewal)
  assert.equal(await counted(), attempts)
  await runAt(time + 5 * minute)
  assert.deepEqual(orderedOf('backward'), ['backward.test'])
  await store.applications.remove(await applicationOf('backward.test'))
  await store.certificateOrders.removeUnused()
})

test('ACME orders: an account that the server refuses is not the failure of a host', async () => {
  const ownerId = await ownerOf('no-account.test')
  const { platform } = setup
  const refusing: AcmeClient = {
    ...acme,
    directory: 'https://other.test/dir',
    async register() {
      throw new AcmeError('rejected', 'The ACME server refused: the contact is not valid')
    },
  }
  const challenges = createPendingChallenges(() => platform.traffic)
  const signal = AbortSignal.timeout(30_000)
  const context = { ...platform, acme: refusing, ...clocks(time), challenges, signal }
  const pauses = noPauses()
  await runDueOrders(context, pauses)
  const { failures, problem } = await orderFor('no-account.test')
  assert.deepEqual([failures, problem], [0, 'The ACME server refused: the contact is not valid'])
  assert.ok(pauses.until > time)
  await platform.store.certificateOrders.removeOf(ownerId)
})

test('ACME challenges: the end of an order leaves the challenge of another one for the same host', async () => {
  const { traffic, platform } = setup
  const challenges = createPendingChallenges(() => platform.traffic)
  const [first, second] = [challenges.ofOneOrder(), challenges.ofOneOrder()]
  const challenge = (token: string) =>
    ({ type: 'http-01', host: 'both.test', token, answer: 'answer' }) as const
  await first.add(challenge('first'))
  await second.add(challenge('second'))
  await first.remove()
  assert.deepEqual(traffic.challenges, [challenge('second')])
  await second.remove()
  assert.deepEqual(traffic.challenges, [])
})

test('ACME orders: a removed upload makes the order due again that waited for its end', async () => {
  const { platform } = setup
  const ownerId = await ownerOf('resumed.test')
  const { id, notAfter } = await uploadCertificate(platform, ownerId, await issued('resumed.test'))
  await runAt()
  assert.equal((await orderFor('resumed.test')).dueAt, notAfter)
  await removeCertificate(platform, ownerId, id)
  await runAt(Date.now() + minute)
  assert.deepEqual(orderedOf('resumed'), ['resumed.test'])
})

/** Those that were ordered whose names begin so: other tests leave some that are due. */
const orderedOf = (start: string) => ordered.filter((host) => host.startsWith(start))

async function addDomainTo(applicationId: ApplicationId, host: string, ownerId: OwnerId) {
  const { store } = setup.platform
  await store.domains.add({ host, path: '/', applicationId, favourite: false })
  await store.certificateOrders.add([{ host, ownerId }], time)
}
