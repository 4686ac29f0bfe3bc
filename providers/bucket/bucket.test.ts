import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { bucketClient } from '#tests/support/providers/bucket-client.ts'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'

let provider: TestBuiltInProvider
before(async () => {
  provider = await TestBuiltInProvider.open('bucket')
})
after(() => provider?.close())

test('bucket provider: a bucket keeps what is put into it, in the size of its plan, until it is deleted', async () => {
  const { id, config } = await provider.order('addon_1', 's')
  assert.match(config.BUCKET_HOST ?? '', /^bucket-[0-9a-f-]{36}-fsbucket\.services\.internal$/)
  assert.deepEqual((await provider.order('addon_1', 's')).id, id, 'the same order again')
  const bucket = bucketClient(provider, id)
  await bucket.write('up/photo.txt', 'a photo')
  assert.deepEqual(await bucket.names('up'), ['photo.txt'])
  assert.equal(await bucket.read('up/photo.txt'), 'a photo')
  const { diskBytes, maxDiskBytes } = await provider.call('GET', `/${id}/usage`)
  assert.ok(diskBytes > 0 && diskBytes < 1e6 && maxDiskBytes > 0.9e9 && maxDiskBytes <= 2 ** 30)

  const backupId = await provider.backup(id)
  assert.equal((await bucket.remove('up')).status, 200)
  assert.deepEqual(await bucket.names(), [])
  await provider.restore(id, backupId)
  assert.equal(await bucket.read('up/photo.txt'), 'a photo')

  assert.equal((await provider.ask('PUT', `/${id}`, { plan: 'm' })).status, 200)
  assert.equal((await provider.ask('PUT', `/${id}`, { plan: 's' })).status, 422, 'never smaller')
  await provider.call('DELETE', `/${id}`)
  assert.equal((await bucket.get('up/photo.txt')).status, 410)
  await assert.rejects(access(bucket.folder))
})
