import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { digestOf } from '#kit/crypto/digest.ts'
import { addPerson, credentialsOf } from '#tests/support/people/named-people.ts'
import { type PictureType, pictures } from '#tests/support/pictures.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

const followed = (more: string) => Buffer.concat([pictures['image/png'], Buffer.from(more)])

async function put(api: TestApi, path: string, type: string, body: Buffer | string) {
  const answer = await fetch(`${api.url}${path}`, {
    method: 'PUT',
    headers: { authorization: plaintextHeader(api.account), 'content-type': type },
    body,
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}

/** Fetches the picture at its path, because its URL has another host than the test server. */
const fetchPicture = (api: TestApi, url = '') =>
  fetch(url.replace('https://api.example.test', api.url))

test('avatars: are served with the detected type, not the declared one', async () => {
  await using api = await openTestApi()
  const path = `/v2/organisations/${api.account.organisationId}/avatar`
  for (const type of Object.keys(pictures) as PictureType[]) {
    const { status, json } = await put(api, path, 'text/html', pictures[type])
    assert.equal(status, 200)
    assert.match(json.url ?? '', /^https:\/\/api\.example\.test\/avatars\/avatar_[0-9a-f-]{36}$/)
    const { headers, status: found } = await fetchPicture(api, json.url)
    assert.equal(found, 200)
    assert.equal(headers.get('content-type'), type)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.match(headers.get('cache-control') ?? '', /immutable/)
  }
})

test('avatars: the bytes are unchanged, and a replaced picture is gone', async () => {
  await using api = await openTestApi()
  const path = `/v2/organisations/${api.account.organisationId}/avatar`
  const first = (await put(api, path, 'image/png', pictures['image/png'])).json.url
  const second = (await put(api, path, 'image/png', pictures['image/webp'])).json.url
  assert.notEqual(first, second)
  assert.equal((await fetchPicture(api, first)).status, 404)
  const bytes = await (await fetchPicture(api, second)).arrayBuffer()
  assert.deepEqual(Buffer.from(bytes), pictures['image/webp'])
})

test('avatars: a file that is no picture, or is too large, is refused', async () => {
  await using api = await openTestApi()
  const path = `/v2/organisations/${api.account.organisationId}/avatar`
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [type, body, sentence] of [
    ['image/png', '<script>alert(1)</script>', /Not a picture/],
    ['image/svg+xml', svg, /Not a picture/],
    ['image/png', '', /Not a picture/],
    ['image/webp', Buffer.from('RIFF....WAVE'), /Not a picture/],
    ['image/png', followed('<script>alert(1)</script>'), /something follows its end/],
    ['image/png', followed('x'.repeat(2 * 1024 * 1024)), /larger than 1 MB/],
    ['image/png', followed('x'.repeat(5 * 1024 * 1024)), /larger than 1 MB/],
    ['application/json', '{"source":"github"}', /GitHub/],
    ['application/json', '{"source":"elsewhere"}', /gravatar/],
    ['application/json', pictures['image/png'], /not JSON/],
  ] as const) {
    const { status, json } = await put(api, path, type, body)
    assert.equal(status, body.length > 1024 * 1024 ? 413 : 400, json.message)
    assert.match(json.message ?? '', sentence)
  }
  const { organisationId } = api.account
  assert.equal((await api.platform.store.organisations.find(organisationId))?.avatar, '')
})

test('avatars: Gravatar uses the digest of the e-mail address, which an organisation must have', async () => {
  await using api = await openTestApi()
  const gravatar = (path: string) => put(api, path, 'application/json', '{"source":"gravatar"}')
  const own = await gravatar('/v2/self/avatar')
  assert.equal(
    own.json.url,
    `https://www.gravatar.com/avatar/${digestOf('admin@localhost')}?d=identicon`,
  )
  const path = `/v2/organisations/${api.account.organisationId}`
  const without = await gravatar(`${path}/avatar`)
  assert.deepEqual(
    [without.status, /billing e-mail address/.test(without.json.message ?? '')],
    [409, true],
  )
  await put(api, path, 'application/json', '{"billingEmail":"Bills@Engines.test"}')
  const { json } = await gravatar(`${path}/avatar`)
  assert.match(json.url ?? '', new RegExp(digestOf('bills@engines.test')))
})

test('avatars: every record has the URL, and none once it is removed', async () => {
  await using api = await openTestApi()
  const { organisationId } = api.account
  const client = createClient({ api: api.url, credentials: api.account })
  const own = (await put(api, '/v2/self/avatar', 'image/png', pictures['image/png'])).json.url
  const path = `/v2/organisations/${organisationId}`
  const shared = (await put(api, `${path}/avatar`, 'image/gif', pictures['image/gif'])).json.url
  interface Shown {
    avatar: string
  }
  const get = <T>(where: string) => client.ask<T>({ method: 'GET', path: where })
  const summary = await get<{ user: Shown; organisations: Shown[] }>('/v2/summary')
  const [member] = await get<{ member: Shown }[]>(`${path}/members`)
  assert.deepEqual(
    [summary.user.avatar, member?.member.avatar, summary.organisations[0]?.avatar],
    [own, own, shared],
  )
  assert.deepEqual(
    (await get<Shown[]>('/v2/organisations')).map(({ avatar }) => avatar),
    [own, shared],
  )
  assert.equal((await get<Shown>('/v2/self')).avatar, own)
  await client.ask({ method: 'DELETE', path: '/v2/self/avatar' })
  assert.equal((await get<Shown>('/v2/self')).avatar, '')
  assert.equal((await fetchPicture(api, own)).status, 404)
})

test("avatars: a user's own needs the right to change the profile, an organisation's the role", async () => {
  await using api = await openTestApi()
  const { organisationId } = api.account
  const eve = await addPerson(api, { name: 'Eve', at: organisationId })
  const body = pictures['image/png']
  const putAs = async (rights: Parameters<typeof credentialsOf>[2], path: string) => {
    const authorization = plaintextHeader(await credentialsOf(api, eve.id, rights))
    const answer = await fetch(`${api.url}${path}`, {
      method: 'PUT',
      body,
      headers: { authorization },
    })
    return answer.status
  }
  assert.equal(await putAs(['manage_organisations'], '/v2/self/avatar'), 403)
  assert.equal(await putAs(undefined, '/v2/self/avatar'), 200)
  assert.equal(await putAs(undefined, `/v2/organisations/${organisationId}/avatar`), 403)
})
