import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import { pictures } from '#tests/support/pictures.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

let api: TestApi
before(async () => {
  api = await openTestApi()
})
after(() => api[Symbol.asyncDispose]())

test('logo of a provider: is uploaded, shown in the marketplace, replaced, and goes with the provider', async () => {
  const { account, platform } = api
  const { organisationId: ownerId } = account
  const { providers } = createClient({ api: api.url, credentials: account })
  await providers.push(ownerId, newManifest('heron'))
  const png = new Uint8Array(pictures['image/png'])
  const logoOf = async () => (await providers.get(ownerId, 'heron')).logoUrl
  const idIn = (url: string) => url.slice(url.lastIndexOf('/') + 1) as never

  const { url } = await providers.setLogo(ownerId, 'heron', png)
  assert.match(url, /\/avatars\/avatar_/)
  assert.equal(await logoOf(), url)
  assert.equal((await platform.store.avatars.find(idIn(url)))?.type, 'image/png')
  const shown = await api.ask(`${api.url}${new URL(url).pathname}`)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])

  await assert.rejects(providers.setLogo(ownerId, 'heron', new TextEncoder().encode('<svg/>')), {
    status: 400,
  })
  const { url: other } = await providers.setLogo(ownerId, 'heron', png)
  assert.equal(await platform.store.avatars.find(idIn(url)), undefined)
  await providers.deleteLogo(ownerId, 'heron')
  assert.equal(await logoOf(), '')
  assert.equal(await platform.store.avatars.find(idIn(other)), undefined)

  const { url: last } = await providers.setLogo(ownerId, 'heron', png)
  await providers.delete(ownerId, 'heron')
  assert.equal(await platform.store.avatars.find(idIn(last)), undefined)
})
