import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { findVisited, namesOf, prefixesOf } from './find-visited.ts'

test('find visited: names and paths from the most specific on', () => {
  assert.deepEqual(namesOf('a.b.test'), ['a.b.test', '*.b.test', '*.test'])
  assert.deepEqual(prefixesOf('/'), ['/'])
  assert.deepEqual(prefixesOf('/shop/cart'), ['/shop/cart', '/shop', '/'])
  assert.deepEqual(prefixesOf('/shop/'), ['/shop', '/'])
  assert.deepEqual(prefixesOf('*'), ['/'])
  assert.ok(prefixesOf('/a'.repeat(9999)).length < 20)
})

test('find visited: the exact name wins over a wildcard, a longer path over a shorter one', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const [shop, wild, cart] = [
    await setup.application(),
    await setup.application(),
    await setup.application(),
  ]
  const add = (host: string, path: string, { id: applicationId }: typeof shop) =>
    platform.store.domains.add({ host, path, applicationId, favourite: false })
  await add('shop.test', '/only', shop)
  await add('*.test', '/', wild)
  await add('*.test', '/cart', cart)
  const found = async (host: string, path: string) => (await findVisited(platform, host, path))?.id
  assert.equal(await found('shop.test', '/only/this'), shop.id)
  assert.equal(await found('shop.test', '/onlyish'), wild.id)
  assert.equal(await found('shop.test', '/cart/1'), cart.id)
  assert.equal(await found('other.test', '/'), wild.id)
  assert.equal(await found('test', '/'), undefined)
  assert.equal(await found(`${'a'.repeat(300)}.test`, '/'), undefined)
})
