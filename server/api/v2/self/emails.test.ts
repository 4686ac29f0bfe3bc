import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { linkIn } from '#tests/support/engine/link-in.ts'
import { type Person, somebody, tokenOf } from '#tests/support/people/people.ts'
import { signedFetch } from '#tests/support/people/signed-fetch.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

let api: TestApi
let ann: Person
let count = 0
let fresh: string

before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  api.platform.attempts = createAttempts(systemClock)
  ann = await somebody(api)
  fresh = `fresh${++count}@x.test`
})

const list = async (who = ann) => (await signedFetch(api, who, 'GET', '/v2/self/emails')).json
const put = (email: string, body?: unknown, who = ann) =>
  signedFetch(api, who, 'PUT', `/v2/self/emails/${encodeURIComponent(email)}`, { body })
const remove = (email: string) =>
  signedFetch(api, ann, 'DELETE', `/v2/self/emails/${encodeURIComponent(email)}`)

/** Follows the mailed link and presses its button. */
async function follow(link: string) {
  const visitor = new PageVisitor(api.url)
  const shown = await visitor.get(link)
  return shown.status === 200 ? visitor.send('/v2/self/validate_email') : shown
}

async function addConfirmed(email: string): Promise<void> {
  assert.equal((await put(email)).status, 200)
  assert.equal((await follow(linkIn(await api.mail(email)))).status, 200)
}

test('e-mails API: an address is added once the mailed link is confirmed', async () => {
  assert.deepEqual(await list(), [])
  const answer = await put(fresh.toUpperCase())
  assert.deepEqual([answer.status, answer.json.type], [200, 'success'])
  assert.deepEqual(await list(), [])
  const link = linkIn(await api.mail(fresh))
  const visitor = new PageVisitor(api.url)
  const shown = await visitor.get(link)
  assert.match(shown.text, new RegExp(`${ann.email}.*${fresh}`, 's'))
  assert.deepEqual(await list(), [], 'looking at the page is not enough')
  assert.equal((await visitor.send('/v2/self/validate_email')).status, 200)
  assert.deepEqual(await list(), [fresh])
  assert.match((await api.mail(ann.email)).text, new RegExp(`${fresh} was added`))
  assert.equal((await visitor.get(link)).status, 404, 'it works once')
})

test('e-mails API: error numbers tell why an address cannot be added', async () => {
  for (const [email, status, id] of [
    [ann.email, 409, 101],
    ['no address', 400, 550],
    [`${'x'.repeat(300)}@x.test`, 400, 550],
  ] as const) {
    const answer = await put(email)
    assert.deepEqual([answer.status, answer.json.id, answer.json.type], [status, id, 'error'])
  }
})

test('e-mails API: an address of another account gets the same response, and only its owner is notified', async () => {
  const other = await somebody(api)
  const free = await put(fresh)
  const taken = await put(other.email)
  const plain = ({ status, json }: typeof free, email: string) =>
    JSON.stringify([status, json]).replaceAll(email, '<address>')
  assert.equal(plain(taken, other.email), plain(free, fresh))
  const { subject, text } = await api.mail(other.email)
  assert.match(subject, /tried to add your e-mail address/)
  assert.match(text, new RegExp(ann.email))
  assert.doesNotMatch(text, /validationKey/)
  await api.mail(fresh)
  assert.deepEqual(await list(), [])

  const again = await signedFetch(api, ann, 'GET', '/v2/self/confirmation_email')
  assert.match(String(again.json.message), new RegExp(other.email), 'nor does what waits tell')
  assert.match(String(again.json.message), new RegExp(fresh))
  await follow(linkIn(await api.mail(fresh)))
  await api.mail(other.email)
})

test('e-mails API: an address confirmed by another account in the meantime stays pending for the others', async () => {
  const bob = await somebody(api)
  await put(fresh)
  await api.mail(fresh)
  await put(fresh, undefined, bob)
  await follow(linkIn(await api.mail(fresh)))
  assert.deepEqual(await list(bob), [fresh])
  const again = await signedFetch(api, ann, 'GET', '/v2/self/confirmation_email')
  assert.match(String(again.json.message), new RegExp(fresh))
  assert.match((await api.mail(fresh)).subject, /tried to add/)
})

test('e-mails API: a pending address stays free for other accounts', async () => {
  await put(fresh)
  const annsLink = linkIn(await api.mail(fresh))
  const bob = await somebody(api)
  await put(fresh, undefined, bob)
  assert.equal((await follow(linkIn(await api.mail(fresh)))).status, 200)
  assert.deepEqual(await list(bob), [fresh])
  assert.equal((await follow(annsLink)).status, 409)
  assert.deepEqual(await list(), [])
})

test('e-mails API: a confirmed address becomes primary, and the former one is notified', async () => {
  assert.equal((await put(fresh, { make_primary: true })).status, 404)
  await addConfirmed(fresh)
  await api.mail(ann.email)
  assert.equal((await put(fresh, { make_primary: true })).status, 200)
  const self = await signedFetch(api, ann, 'GET', '/v2/self')
  assert.equal(self.json.email, fresh)
  assert.deepEqual(await list(), [ann.email])
  assert.match((await api.mail(ann.email)).text, /is now the primary/)
})

test('e-mails API: any address but the primary one can be removed', async () => {
  await addConfirmed(fresh)
  await api.mail(ann.email)
  assert.equal((await remove(ann.email)).status, 409)
  assert.equal((await remove(fresh)).status, 200)
  assert.equal((await remove(fresh)).status, 404)
  assert.deepEqual(await list(), [])
  assert.match((await api.mail(ann.email)).text, /no longer belongs/)
  assert.equal((await remove((await somebody(api)).email)).status, 404)
})

test('e-mails API: the e-mail of a pending address can be resent', async () => {
  const again = () => signedFetch(api, ann, 'GET', '/v2/self/confirmation_email')
  assert.match(String((await again()).json.message), /No address is waiting/)
  await put(fresh)
  await api.mail(fresh)
  assert.match(String((await again()).json.message), new RegExp(fresh))
  assert.equal((await follow(linkIn(await api.mail(fresh)))).status, 200)
})

test('e-mails API: sending is rate limited', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 22; tries++) statuses.push((await put(fresh)).status)
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})

test('e-mails API: a program without the right to change the account is refused', async () => {
  const reader = await tokenOf(api, ann.id, { rights: ['access_personal_information'] })
  assert.equal((await signedFetch(api, reader, 'GET', '/v2/self/emails')).status, 200)
  for (const [method, path] of [
    ['PUT', `/v2/self/emails/${fresh}`],
    ['DELETE', `/v2/self/emails/${ann.email}`],
    ['GET', '/v2/self/confirmation_email'],
    ['PUT', '/v2/self'],
    ['DELETE', '/v2/self'],
  ] as const) {
    const body = method === 'PUT' ? { body: {} } : {}
    assert.equal((await signedFetch(api, reader, method, path, body)).status, 403, path)
  }
})
