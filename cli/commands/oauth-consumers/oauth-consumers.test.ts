import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakePlatform } from '#tests/support/fake-platform.ts'

test('berth oauth-consumers: consumers are created, shown, changed, listed and deleted', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  assert.match((await platform.type('oauth-consumers')).out, /No OAuth consumers yet/)

  const created = await platform.type(
    'oauth-consumers create Board --base-url https://board.test --url https://about.test --rights access-organisations',
  )
  assert.equal(created.code, 0, created.err)
  assert.match(created.out, /Its key: key1/)
  assert.deepEqual(platform.consumers.get('key1')?.rights, {
    access_organisations: true,
    manage_ssh_keys: false,
  })
  assert.match(
    (await platform.type('oauth-consumers')).out,
    /Board {2}key1 {2}https:\/\/about.test/,
  )

  const shown = (await platform.type('oauth-consumers get Board')).out
  assert.match(shown, /Base URL +https:\/\/board.test/)
  assert.doesNotMatch(shown, /its-secret/)
  const known = await platform.type('oauth-consumers get key1 --with-secret --format json')
  assert.equal(JSON.parse(known.out).secret, 'its-secret')

  await platform.type('oauth-consumers update key1 --name Panel --rights all')
  assert.equal(platform.consumers.get('key1')?.name, 'Panel')
  assert.equal(platform.consumers.get('key1')?.rights.manage_ssh_keys, true)
  assert.equal(platform.consumers.get('key1')?.baseUrl, 'https://board.test')

  assert.match((await platform.type('oauth-consumers delete Panel')).err, /--yes/)
  assert.equal((await platform.type('oauth-consumers delete Panel --yes')).code, 0)
  assert.equal(platform.consumers.size, 0)
})

test('berth oauth-consumers: an unknown right, an empty change and an unknown consumer are refused before any call', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const wrong = await platform.type(
    'oauth-consumers create Board --base-url https://board.test --rights manage-ssh-key',
  )
  assert.match(wrong.err, /Unknown right 'manage_ssh_key'.*Did you mean 'manage_ssh_keys'/s)
  assert.match((await platform.type('oauth-consumers update x')).err, /Nothing to change/)
  assert.match((await platform.type('oauth-consumers get x')).err, /no OAuth consumer 'x'/)
  assert.equal(platform.consumers.size, 0)
})

test('berth oauth-consumers: two consumers with the same name are distinguished by key', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  for (const _ of 'ab') await platform.type('oauth-consumers create Twin --base-url https://t.test')
  assert.match((await platform.type('oauth-consumers get Twin')).err, /Use the key:\s+key1\s+key2/)
  assert.equal((await platform.type('oauth-consumers get key2')).code, 0)
})
