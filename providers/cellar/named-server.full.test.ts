import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { callBoto, codesOf, userOf } from '#tests/support/objects/boto-client.ts'
import { openS3Server } from '#tests/support/objects/s3-server.ts'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

const megabyte = 1024 * 1024

test('cellar: at a server that the operator names, add-ons have their own keys and leave nothing', async (t) => {
  await using server = await openS3Server()
  const { bucket, endpoint = '', accessKey, secretKey } = await server.createBucket()
  const choices = { url: endpoint, adminUrl: endpoint, keyId: accessKey, secret: secretKey }
  const named = await TestBuiltInProvider.open('cellar', [], testAccess(), choices)
  t.after(() => named.close())
  const [one, two] = [await named.order('addon_1', 's'), await named.order('addon_2', 's')]
  assert.equal(one.config.CELLAR_ADDON_URL, endpoint)
  assert.equal(one.config.CELLAR_ADDON_HOST, new URL(endpoint).host)
  assert.equal(one.config.CELLAR_ADDON_PORT, undefined)
  assert.deepEqual(await readdir(named.folder), ['process.json', 'resources'])
  const Bucket = 'elsewhere'
  const [made, put, , begun, listed] = await callBoto(userOf(one.config), [
    ['create_bucket', { Bucket }],
    ['put_object', { Bucket, Key: 'a & <b>\r/ü', Body: '1' }],
    ['upload', { Bucket, Key: 'large', Size: 6 * megabyte }],
    ['create_multipart_upload', { Bucket, Key: 'begun/part' }],
    ['list_buckets', {}],
  ])
  assert.deepEqual([made?.error, put?.error, begun?.error], [undefined, undefined, undefined])
  assert.deepEqual(
    listed?.answer.Buckets.map(({ Name }: { Name: string }) => Name),
    [Bucket],
  )
  assert.deepEqual(
    await codesOf(userOf(two.config), [
      ['get_object', { Bucket, Key: 'large' }],
      ['list_objects_v2', { Bucket: bucket }],
    ]),
    ['AccessDenied', 'AccessDenied'],
  )
  await named.call('DELETE', `/${one.id}`)
  assert.deepEqual(await codesOf(userOf(one.config), [['list_buckets', {}]]), [
    'InvalidAccessKeyId',
  ])
  const administrator = { url: endpoint, keyId: accessKey, secret: secretKey }
  assert.deepEqual(await codesOf(administrator, [['head_bucket', { Bucket }]]), ['404'])

  await server.stop()
  const away = await named.ask('POST', `/${two.id}/rotate`)
  assert.equal(away.status, 500)
  await server.start()
  const { config } = await named.call('POST', `/${two.id}/rotate`)
  assert.deepEqual(await codesOf(userOf(config), [['list_buckets', {}]]), ['ok'])
  await named.call('DELETE', `/${two.id}`)
})
