import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { newId } from '#kit/text/ids.ts'
import { removeDomain } from '#platform/hosting/applications/domains/domains.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { Platform } from '#platform/platform.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import {
  newApplication,
  openTestPlatform,
  type TestPlatform,
} from '#tests/support/platform/platform.ts'
import { assignAll } from './assign-certificates.ts'
import { uploadCertificate } from './certificates.ts'
import { serveHosts } from './serve-hosts.ts'

const authority = createAuthority('An authority')
let setup: TestPlatform
before(async () => {
  setup = await openTestPlatform()
})
after(() => setup[Symbol.asyncDispose]())

/** An application of a new owner. */
async function applicationOf() {
  const { platform } = setup
  const { id: userId } = await addPerson(setup, { name: newId('person') })
  const { id } = await createOrganisation(platform, userId, { name: newId('t').slice(0, 20) })
  return newApplication(platform, id)
}

const addDomain = (application: Awaited<ReturnType<typeof applicationOf>>, host: string) =>
  setup.platform.store.domains.add({
    host,
    path: '/',
    applicationId: application.id,
    favourite: false,
  })

test('assignment: one that reads for long does not undo what was uploaded meanwhile', async () => {
  const { platform, traffic } = setup
  const application = await applicationOf()
  await addDomain(application, 'meanwhile.test')
  const { store } = platform
  const uploads: Promise<unknown>[] = []
  const slow: Platform = {
    ...platform,
    store: {
      ...store,
      transaction: (work) => store.transaction(work),
      certificates: {
        ...store.certificates,
        async listHosts(after, limit) {
          const hosts = await store.certificates.listHosts(after, limit)
          const identity = issueCertificate(authority, ['meanwhile.test'])
          uploads.push(uploadCertificate(platform, application.ownerId, identity))
          while ((await store.certificates.listOf(application.ownerId)).length === 0) await turn()
          // An upload that does not wait for its turn has reached the router by then.
          for (let at = 0; at < 50; at += 1) await turn()
          return hosts.filter(({ host }) => host !== 'meanwhile.test')
        },
      },
    },
  }
  await assignAll(slow)
  await Promise.all(uploads)
  assert.equal(uploads.length, 1)
  assert.ok(traffic.certificates.has('meanwhile.test'))
})

test('assignment: a host that has moved does not get the certificate of its earlier owner', async () => {
  const { platform, traffic } = setup
  const [earlier, later] = [await applicationOf(), await applicationOf()]
  await addDomain(earlier, 'moved.test')
  await uploadCertificate(platform, earlier.ownerId, issueCertificate(authority, ['moved.test']))
  assert.ok(traffic.certificates.has('moved.test'))
  await removeDomain(platform, earlier, { host: 'moved.test', path: '/' })
  assert.equal(traffic.certificates.has('moved.test'), false, 'its key leaves the router at once')
  await addDomain(later, 'moved.test')
  await serveHosts(platform, earlier.ownerId, ['moved.test'])
  assert.equal(traffic.certificates.has('moved.test'), false)
})

test('assignment: of two owners with the same certificate, each gets the chain that it uploaded', async () => {
  const { platform, traffic } = setup
  const identity = issueCertificate(authority, ['*.shared.test'])
  const chains = [identity.certificate, identity.certificate + authority.certificate]
  for (const [at, chain] of chains.entries()) {
    const application = await applicationOf()
    await addDomain(application, `${at}.shared.test`)
    const { ownerId } = application
    await uploadCertificate(platform, ownerId, { certificate: chain, key: identity.key })
  }
  const lengths = chains.map(
    (_, at) => traffic.certificates.get(`${at}.shared.test`)?.certificate.split('BEGIN').length,
  )
  assert.deepEqual(lengths, [2, 3])
})
