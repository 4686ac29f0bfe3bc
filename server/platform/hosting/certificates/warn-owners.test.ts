import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { dateInWords } from '#platform/mail/mail-words.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { removeCertificate, uploadCertificate } from './certificates.ts'
import { warnOwners } from './warn-owners.ts'

const hour = 3_600_000
const day = 24 * hour
const authority = createAuthority('An authority')
let setup: TestPlatform
before(async () => {
  setup = await openTestPlatform()
})
after(() => setup[Symbol.asyncDispose]())

const upload = (ownerId: OwnerId | 'platform', host: string) =>
  uploadCertificate(setup.platform, ownerId, issueCertificate(authority, [host]))

/** Addresses and lines of the mails that are written at a time. */
async function warnedAt(at: number): Promise<[string, string[]][]> {
  const { platform } = setup
  await warnOwners({
    ...platform,
    clock: () => at,
    mailWorker: { ...platform.mailWorker, wake() {} },
  })
  const mails: [string, string[]][] = []
  for (;;) {
    const mail = await platform.store.outbox.findNext()
    if (!mail) return mails
    mails.push([mail.to, JSON.parse(mail.knows.lines ?? '[]')])
    await platform.store.outbox.remove(mail.id)
  }
}

test('warnings: an uploaded certificate leads to one mail fourteen days before it expires, and to one mail a day at most', async () => {
  const { platform, account } = setup
  const application = await setup.application()
  for (const host of ['one.test', 'two.test']) {
    const domain = { host, path: '/', applicationId: application.id }
    await platform.store.domains.add({ ...domain, favourite: false })
  }
  const { notAfter } = await upload(account.organisationId, 'one.test')
  const expiry = dateInWords(new Date(notAfter).toISOString())
  const line = (host: string) => `${host}: the uploaded certificate expires on ${expiry}`
  assert.deepEqual(await warnedAt(notAfter - 14 * day - 1), [])
  const first = notAfter - 14 * day + 60_000
  assert.deepEqual(await warnedAt(first), [[account.email, [line('one.test')]]])
  const second = await upload(account.organisationId, 'two.test')
  assert.ok(second.notAfter - notAfter < hour)
  assert.deepEqual(await warnedAt(first + day - 1), [], 'the second mail of a day waits')
  assert.deepEqual(await warnedAt(first + day), [[account.email, [line('two.test')]]])
  assert.deepEqual(await warnedAt(first + 3 * day), [], 'each certificate is mentioned once')
})

test("warnings: the operators are told about the platform's own certificates", async () => {
  const { platform } = setup
  const { notAfter } = await upload('platform', '*.localhost')
  const [mail, ...others] = await warnedAt(notAfter - day)
  assert.deepEqual(others, [])
  assert.deepEqual(mail?.[0], platform.policies.operators[0])
  assert.match(mail?.[1][0] ?? '', /^\*\.localhost: the uploaded certificate expires on /)
  assert.deepEqual(await warnedAt(notAfter + 2 * day), [])
})

test('warnings: a certificate that is removed and uploaded again does not bring a second mail the same day', async () => {
  const { platform, account } = setup
  const application = await setup.application()
  const domain = { host: 'again.test', path: '/', applicationId: application.id }
  await platform.store.domains.add({ ...domain, favourite: false })
  const { organisationId } = account
  const { id, notAfter } = await upload(organisationId, 'again.test')
  const at = notAfter - day
  assert.equal((await warnedAt(at)).length, 1)
  await removeCertificate(platform, organisationId, id)
  for (const { id: other } of await platform.store.certificates.listOf(organisationId)) {
    await removeCertificate(platform, organisationId, other)
  }
  await upload(organisationId, 'again.test')
  assert.deepEqual(await warnedAt(at + hour), [])
})
