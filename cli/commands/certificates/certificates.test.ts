import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { addDomain } from '#platform/hosting/applications/domains/domains.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { type FormDriver, seat } from '#tests/support/visitors/form-driver.ts'

const authority = createAuthority('An authority')
let api: TestApi
let admin: FormDriver
before(async () => {
  api = await openTestApi()
  const user = await api.platform.store.users.findByEmail(api.account.email)
  admin = await seat(api, user?.id ?? assert.fail())
  const application = await newApplication(api.platform, api.account.organisationId)
  await addDomain(api.platform, application, { host: 'shop.example', path: '/' })
})
after(async () => {
  await admin?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const own = (...words: string[]) => admin.type(...words, '--org', api.account.organisationId)

/** Writes a certificate for these names to files. */
async function write(file: string, ...names: string[]): Promise<string> {
  const { certificate, key } = issueCertificate(authority, names)
  await writeFile(join(admin.folder, `${file}.pem`), certificate)
  await writeFile(join(admin.folder, `${file}.key`), key)
  return key
}

test('berth certificates: one is added, listed, shown by its name and removed; its key is never printed', async () => {
  const key = await write('shop', 'shop.example', '*.shop.example')
  assert.match((await own('certificates')).out, /^No certificates: visitors get one of the local/)
  const added = await own('certificates', 'add', 'shop.pem', 'shop.key')
  const [, until = '', id = ''] =
    /^Added the certificate of shop\.example, \*\.shop\.example, valid until (\S+) \((\S+)\)\.\n$/.exec(
      added.out,
    ) ?? assert.fail(added.out + added.err)
  const listed = await own('certificates')
  assert.match(listed.out, /^shop\.example \*\.shop\.example +uploaded +valid +until /)
  assert.ok(listed.out.includes(`until ${until}`) && listed.out.includes(id))
  const shown = await own('certificates', 'show', 'SHOP.example')
  assert.match(shown.out, new RegExp(`^Id +${id}\nNames +shop\\.example, \\*\\.shop\\.example\n`))
  const json = await own('certificates', '--format', 'json')
  const { certificates, orders } = JSON.parse(json.out)
  assert.deepEqual([certificates[0].id, certificates.length, orders], [id, 1, []])
  assert.equal(JSON.parse((await own('certificates', 'show', id, '--format', 'json')).out).id, id)
  const secret = key.split('\n')[1] ?? assert.fail()
  for (const { out, err } of [added, listed, shown, json]) assert.ok(!(out + err).includes(secret))
  assert.equal((await own('certificates', 'rm', 'shop.example')).code, 0)
  assert.match((await own('certificates')).out, /^No certificates/)
})

test('berth certificates: what is wrong is said in a sentence', async () => {
  await write('foreign', 'foreign.example')
  const add = async (...words: string[]) => (await own('certificates', 'add', ...words)).err
  assert.match(await add('foreign.pem', 'foreign.key'), /no application here has such a domain/)
  assert.match(await add('none.pem', 'foreign.key'), /There is no file 'none\.pem'/)
  assert.match(
    await add('foreign.key', 'foreign.key'),
    /contains a private key: give the key as the second file/,
  )
  assert.match((await own('certificates', 'show', 'x')).err, /no certificate 'x'/)
  assert.match((await own('certificates', 'rm', 'x')).err, /List them with `berth certificates`/)
  assert.match((await own('certificates', '--platform')).err, /either --org or --platform/)
  assert.match((await admin.type('certificates', '--platform')).err, /Only operators/)
  await write('first', 'shop.example')
  await write('second', 'shop.example')
  assert.equal(await add('first.pem', 'first.key'), '')
  assert.equal(await add('second.pem', 'second.key'), '')
  assert.match(
    (await own('certificates', 'rm', 'shop.example')).err,
    /Several certificates.*Use the id/,
  )
})
