import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gatewayRequests } from '#providers/cellar/gateway/requests.ts'
import { callBoto, codesOf, userOf } from '#tests/support/objects/boto-client.ts'
import { openS3Server, type S3Server } from '#tests/support/objects/s3-server.ts'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

/** At one server for all of them: each of the platform's own has a single add-on. */
let server: S3Server
let provider: TestBuiltInProvider
before(async () => {
  server = await openS3Server()
  const { endpoint: url = '', accessKey: keyId, secretKey: secret } = await server.createBucket()
  const choices = { url, adminUrl: url, keyId, secret }
  provider = await TestBuiltInProvider.open('cellar', [], testAccess(), choices)
})
after(async () => {
  await provider?.close()
  await server?.[Symbol.asyncDispose]()
})

test('cellar: the keys of one add-on do nothing in the buckets of another', async () => {
  const [one, two] = [
    await provider.order('addon_victim', 's'),
    await provider.order('addon_attacker', 's'),
  ]
  const [victim, attacker] = [userOf(one.config), userOf(two.config)]
  const [Bucket, mine] = ['treasure', 'cave']
  const [made, , begun] = await callBoto(victim, [
    ['create_bucket', { Bucket }],
    ['put_object', { Bucket, Key: 'gold', Body: 'secret' }],
    ['create_multipart_upload', { Bucket, Key: 'chest' }],
  ])
  assert.equal(made?.error, undefined)
  const UploadId = begun?.answer.UploadId
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:*',
        Resource: [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`],
      },
    ],
  }
  await callBoto(attacker, [['create_bucket', { Bucket: mine }]])
  const attacks = await codesOf(attacker, [
    ['list_objects_v2', { Bucket }],
    ['head_bucket', { Bucket }],
    ['get_object', { Bucket, Key: 'gold' }],
    ['get_object_attributes', { Bucket, Key: 'gold', ObjectAttributes: ['ObjectSize'] }],
    ['put_object', { Bucket, Key: 'gold', Body: 'lead' }],
    ['delete_object', { Bucket, Key: 'gold' }],
    ['delete_objects', { Bucket, Delete: { Objects: [{ Key: 'gold' }] } }],
    ['delete_bucket', { Bucket }],
    ['create_bucket', { Bucket }],
    ['copy_object', { Bucket: mine, Key: 'stolen', CopySource: `${Bucket}/gold` }],
    ['copy_object', { Bucket: mine, Key: 'stolen', CopySource: `${mine}/../${Bucket}/gold` }],
    ['copy_object', { Bucket, Key: 'planted', CopySource: `${mine}/x` }],
    ['list_multipart_uploads', { Bucket }],
    ['list_parts', { Bucket, Key: 'chest', UploadId }],
    ['upload_part', { Bucket, Key: 'chest', UploadId, PartNumber: 1, Body: 'x' }],
    ['abort_multipart_upload', { Bucket, Key: 'chest', UploadId }],
    ['get_bucket_policy', { Bucket }],
    ['put_bucket_policy', { Bucket, Policy: JSON.stringify(policy) }],
    ['put_bucket_acl', { Bucket, ACL: 'public-read-write' }],
    ['put_bucket_tagging', { Bucket, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } }],
    ['get_object', { Bucket: mine, Key: `../${Bucket}/gold` }],
    ['put_object', { Bucket: mine, Key: `../${Bucket}/gold`, Body: 'lead' }],
    ['put_object', { Bucket: '.', Key: 'x', Body: 'lead' }],
  ])
  assert.ok(!attacks.includes('ok'), JSON.stringify(attacks))
  const [, buckets] = await callBoto(attacker, [
    ['put_object', { Bucket: mine, Key: 'own', Body: 'mine' }],
    ['list_buckets', {}],
  ])
  assert.deepEqual(
    buckets?.answer.Buckets.map(({ Name }: { Name: string }) => Name),
    [mine],
  )
  for (const path of [Bucket, `${Bucket}/gold`, `${Bucket}?policy`, ''])
    assert.equal((await fetch(`${victim.url}/${path}`)).status, 403, path)
  const crossed = { ...attacker, keyId: victim.keyId }
  assert.deepEqual(await codesOf(crossed, [['list_buckets', {}]]), ['SignatureDoesNotMatch'])
  for (const keyId of ['berth-test', 'root']) {
    const guess = { ...attacker, keyId }
    assert.notEqual((await codesOf(guess, [['list_buckets', {}]]))[0], 'ok')
  }
  const [gold] = await callBoto(victim, [['get_object', { Bucket, Key: 'gold' }]])
  assert.equal(gold?.answer.Body, 'secret')
  await provider.call('DELETE', `/${one.id}`)
  assert.deepEqual(await codesOf(victim, [['list_buckets', {}]]), ['InvalidAccessKeyId'])
  assert.deepEqual(
    await codesOf(attacker, [
      ['get_object', { Bucket: mine, Key: 'own' }],
      // The name is free again, and nothing of it is left.
      ['create_bucket', { Bucket }],
      ['get_object', { Bucket, Key: 'gold' }],
    ]),
    ['ok', 'ok', 'NoSuchKey'],
  )
  await provider.call('DELETE', `/${two.id}`)
})

test('cellar: a tenant calls nothing of the administrator', async () => {
  const addon = await provider.order('addon_admin', 's')
  const send = gatewayRequests({
    url: addon.config.CELLAR_ADDON_URL ?? '',
    adminUrl: addon.config.CELLAR_ADDON_URL ?? '',
    keyId: addon.config.CELLAR_ADDON_KEY_ID ?? '',
    secret: addon.config.CELLAR_ADDON_KEY_SECRET ?? '',
  })
  const account = '<Account><Access>x</Access><Secret>y</Secret><Role>admin</Role></Account>'
  for (const [path, query, body] of [
    ['/list-users', {}, ''],
    ['/list-buckets', {}, ''],
    ['/create-user', {}, account],
    [
      '/update-user',
      { access: addon.config.CELLAR_ADDON_KEY_ID ?? '' },
      '<MutableProps><Role>admin</Role></MutableProps>',
    ],
    ['/delete-user', { access: addon.config.CELLAR_ADDON_KEY_ID ?? '' }, ''],
    ['/change-bucket-owner', { bucket: 'x', owner: 'y' }, ''],
  ] as const)
    await assert.rejects(send('admin', { method: 'PATCH', path, query, body }), { status: 403 })
  await provider.call('DELETE', `/${addon.id}`)
})
