import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorker } from '#kit/concurrency/worker.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { AcmeClient } from '#platform/model/hosting/acme-client.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import {
  newApplication,
  openTestPlatform,
  type TestPlatform,
} from '#tests/support/platform/platform.ts'
import { checkDomain } from './check-domain.ts'
import { createDomainChecks } from './domain-checks.ts'
import { minRetryPause } from './retry-order.ts'

let setup: TestPlatform
let application: Application
const records = new Map<string, string[]>()
const again = { caller: 'user_1', isAgain: true }

before(async () => {
  setup = await openTestPlatform()
  application = await newApplication(setup.platform, setup.account.organisationId)
})
after(() => setup[Symbol.asyncDispose]())

const acme: AcmeClient = {
  directory: 'https://acme.test/dir',
  maxOrdersPerHour: 20,
  register: () => assert.fail('no order runs here'),
  order: () => assert.fail('no order runs here'),
}

/** The platform at a time, with an ACME server and these records; a worker that only counts how often it is woken. */
function platformAt(time: number) {
  let woken = 0
  const wake = () => {
    woken += 1
  }
  const worker = createWorker({ run: async () => 60_000, onError: assert.fail })
  const platform: Platform = {
    ...setup.platform,
    clock: () => time,
    acme,
    certificateWorker: { ...worker, wake },
    domainChecks: createDomainChecks({
      dns: () => ({ resolve: async (name, type) => records.get(`${name} ${type}`) ?? [] }),
      clock: () => time,
    }),
    policies: { ...setup.platform.policies, publicAddresses: ['192.0.2.1'] },
  }
  return { platform, wokenTimes: () => woken }
}

/** Gives the application a domain. */
async function added(host: string) {
  const name = { host, path: '/' }
  await setup.platform.store.domains.add({
    ...name,
    applicationId: application.id,
    favourite: false,
  })
  return name
}

test('domain check: only domains of the application are looked up, so that nobody asks our resolver for anything', async () => {
  const { platform } = platformAt(0)
  const name = { host: 'not-added.example.org', path: '/' }
  await assert.rejects(checkDomain(platform, application, name, again), { kind: 'missing' })
})

test('domain check: a name below the platform is managed, and nobody is asked', async () => {
  const { platform } = platformAt(0)
  const checked = await checkDomain(platform, application, await added('shop.localhost'), again)
  assert.deepEqual([checked.state, checked.found], ['managed', undefined])
  assert.equal(checked.certificate.state, 'none')
})

test('domain check: of a wildcard a name below it is looked up', async () => {
  const { platform } = platformAt(0)
  records.set('berth-check.wild.example.org A', ['192.0.2.1'])
  const checked = await checkDomain(platform, application, await added('*.wild.example.org'), again)
  assert.equal(checked.state, 'valid')
})

test('domain check: addresses of internal networks are not shown', async () => {
  const { platform } = platformAt(0)
  records.set('inner.example.org A', ['10.1.2.3', '203.0.113.5'])
  records.set('inner.example.org AAAA', ['fd00::5'])
  const checked = await checkDomain(platform, application, await added('inner.example.org'), again)
  assert.deepEqual([checked.found?.a, checked.found?.aaaa], [['203.0.113.5'], []])
  assert.equal(checked.state, 'invalid')
  assert.doesNotMatch(JSON.stringify(checked), /10\.1\.2\.3|fd00::5/)
})

test('domain check: a failed order is repeated once the records are right, but not within minutes of its last attempt', async () => {
  const host = 'late.example.org'
  const { certificateOrders } = setup.platform.store
  const name = await added(host)
  const day = 86_400_000
  await certificateOrders.add([{ host, ownerId: application.ownerId }], 0)
  const failed = {
    failures: 9,
    problem: 'The ACME server refused: NXDOMAIN',
    attemptedAt: day,
    dueAt: 2 * day,
  }
  await certificateOrders.change(host, failed)
  const dueAt = async () => (await certificateOrders.find(host))?.dueAt

  const wrong = platformAt(day + 60_000)
  const without = await checkDomain(wrong.platform, application, name, again)
  assert.equal(without.state, 'no-config')
  assert.equal(without.certificate.state, 'failed')
  assert.match(without.certificate.advice ?? '', /Correct the DNS records first/)
  assert.equal(await dueAt(), 2 * day)

  records.set(`${host} A`, ['192.0.2.1'])
  const early = platformAt(day + 60_000)
  const seen = await checkDomain(early.platform, application, name, { ...again, isAgain: false })
  assert.equal(seen.state, 'valid')
  assert.equal(await dueAt(), 2 * day, 'looking repeats nothing')
  await checkDomain(early.platform, application, name, again)
  assert.equal(await dueAt(), day + minRetryPause)
  const later = platformAt(day + 2 * minRetryPause)
  await certificateOrders.change(host, failed)
  const { certificate } = await checkDomain(later.platform, application, name, again)
  assert.equal(await dueAt(), day + 2 * minRetryPause)
  assert.equal(certificate.nextAttempt, day + 2 * minRetryPause)
  assert.equal(later.wokenTimes(), 1)
  await certificateOrders.change(host, { attemptedBy: 'server' })
  const running = await checkDomain(later.platform, application, name, again)
  assert.equal(running.certificate.state, 'ordering')
})
