import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { addDomain, removeDomain } from '#platform/hosting/applications/domains/domains.ts'
import { recordOf } from '#platform/hosting/certificates/certificates.ts'
import { checkCertificate } from '#platform/hosting/certificates/check-upload.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { ownDomain } from '#platform/model/hosting/domain.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

const authority = createAuthority('An authority')
const root = { host: 'example.org', path: '/' }
let api: TestApi
let client: Client
let owner: OwnerId

before(async () => {
  api = await openTestApi({ withFile: true })
  client = createClient({ api: api.url, credentials: api.account })
  owner = api.account.organisationId
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const uploadOf = (...names: string[]) => {
  const { certificate, key } = issueCertificate(authority, names)
  return { chain: certificate, key }
}

const refused = (asking: Promise<unknown>, status: number, sentence: RegExp) =>
  assert.rejects(asking, (error: Error & { status?: number }) => {
    assert.equal(error.status, status, error.message)
    assert.match(error.message, sentence)
    return true
  })

/** Another organisation of the same user. */
async function anotherOwner(): Promise<OwnerId> {
  const user = await api.platform.store.users.findByEmail(api.account.email)
  const { id } = await createOrganisation(api.platform, user?.id ?? assert.fail(), {
    name: 'Other',
  })
  return id
}

test('certificates API: one is uploaded, served, listed and removed; its key is never shown and encrypted at rest', async () => {
  const { platform, traffic } = api
  const application = await newApplication(platform, owner)
  await addDomain(platform, application, root)
  assert.equal(traffic.certificates.has('example.org'), false)
  const upload = uploadOf('example.org', '*.example.org')
  const added = await client.certificates.add(owner, upload)
  assert.deepEqual(
    [added.source, added.state, added.names],
    ['uploaded', 'valid', ['example.org', '*.example.org']],
  )
  assert.deepEqual(traffic.certificates.get('example.org'), {
    certificate: upload.chain,
    key: upload.key,
  })
  assert.deepEqual(await client.certificates.list(owner), [added])
  const secret = upload.key.split('\n')[1] ?? assert.fail()
  assert.ok(!JSON.stringify([added, await client.audit.list(owner, {})]).includes(secret))
  for (const file of [api.database, `${api.database}-wal`]) {
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    assert.equal(bytes.includes(secret), false, file)
  }
  await refused(client.certificates.add(owner, upload), 409, /uploaded already/)

  await addDomain(platform, application, { host: 'www.example.org', path: '/' })
  assert.equal(traffic.certificates.get('www.example.org')?.key, upload.key)
  await removeDomain(platform, application, root)

  const { message } = await client.certificates.remove(owner, added.id)
  assert.match(message, /certificate of example\.org/)
  assert.equal(traffic.certificates.has('www.example.org'), false)
  assert.deepEqual(await client.certificates.list(owner), [])
  await refused(client.certificates.remove(owner, added.id), 404, /no certificate/)
})

test('certificates API: a certificate with names of others serves none of their hosts', async () => {
  const { platform, traffic } = api
  const victim = await newApplication(platform, await anotherOwner())
  await addDomain(platform, victim, { host: 'victim.example', path: '/' })
  const mine = await newApplication(platform, owner)
  await refused(
    client.certificates.add(owner, uploadOf('victim.example')),
    400,
    /names victim\.example, and no application here has such a domain/,
  )
  await addDomain(platform, mine, { host: 'mine.example', path: '/' })
  await client.certificates.add(owner, uploadOf('mine.example', 'victim.example'))
  assert.equal(traffic.certificates.has('mine.example'), true)
  assert.equal(traffic.certificates.has('victim.example'), false)
  // The domain moves to the other owner, whom the certificate does not belong to.
  await removeDomain(platform, mine, { host: 'mine.example', path: '/' })
  await addDomain(platform, victim, { host: 'mine.example', path: '/' })
  assert.equal(traffic.certificates.has('mine.example'), false)
})

test('certificates API: the operator’s wildcard serves all domains below that of applications, after the owners’ own', async () => {
  const { platform, traffic, account } = api
  platform.policies.operators = [account.email]
  const { appsDomain } = platform.policies
  const application = await newApplication(platform, await anotherOwner())
  const host = ownDomain(application.id, appsDomain)
  await refused(
    client.certificates.add(undefined, uploadOf('example.com')),
    400,
    new RegExp(`none of which is below ${appsDomain}`),
  )
  const upload = uploadOf(`*.${appsDomain}`)
  const { id, ownerId } = await client.certificates.add(undefined, upload)
  assert.equal(ownerId, 'platform')
  assert.equal(traffic.certificates.get(host)?.key, upload.key)
  const later = await newApplication(platform, owner)
  assert.equal(traffic.certificates.get(ownDomain(later.id, appsDomain))?.key, upload.key)
  assert.deepEqual(
    (await client.certificates.list(undefined)).map((each) => each.id),
    [id],
  )
  const own = uploadOf(host)
  await client.certificates.add(application.ownerId, own)
  assert.equal(traffic.certificates.get(host)?.key, own.key)
  await client.certificates.remove(undefined, id)
  assert.equal(traffic.certificates.has(ownDomain(later.id, appsDomain)), false)
})

test('certificates API: orders tell what ACME was asked for and why it failed; its certificates are not removed by hand', async () => {
  const { store, clock } = api.platform
  await store.certificateOrders.add([{ host: 'a.example', ownerId: owner }], clock())
  assert.deepEqual(
    (await client.certificates.orders(owner)).map(({ host, state }) => [host, state]),
    [['a.example', 'pending']],
  )
  await store.certificateOrders.change('a.example', {
    failures: 2,
    attemptedAt: clock(),
    problem: 'No such host',
  })
  const [failed] = await client.certificates.orders(owner)
  assert.deepEqual(
    [failed?.state, failed?.problem, failed?.failures],
    ['failed', 'No such host', 2],
  )
  const checked = checkCertificate(issueCertificate(authority, ['a.example']), clock())
  const issued = recordOf(checked, {
    ownerId: owner,
    source: 'acme',
    host: 'a.example',
    now: clock(),
  })
  await store.certificates.add(issued)
  await refused(client.certificates.remove(owner, issued.id), 409, /renewed automatically/)
})

test('certificates API: bodies that are huge or of another shape are refused', async () => {
  await refused(client.certificates.add(owner, { chain: 'x'.repeat(300_000), key: 'y' }), 413, /./)
  await refused(client.certificates.add(owner, { chain: 'x' } as never), 400, /key/)
})
