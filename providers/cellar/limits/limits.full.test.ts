import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { openCellar } from '#providers/cellar/cellar.ts'
import type { Plan } from '#providers/cellar/plans.ts'
import {
  type BotoCall,
  type BotoUser,
  callBoto,
  codesOf,
  userOf,
} from '#tests/support/objects/boto-client.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

const password = 'a password with quite some letters in it'
const urls = { base_url: 'http://localhost:1/resources', sso_url: 'http://localhost:1/sso' }
const manifest: Manifest = {
  id: 'cellar-addon',
  api: {
    config_vars: ['CELLAR_ADDON_HOST'],
    password,
    sso_salt: `${password}, too`,
    regions: ['eu'],
    production: urls,
    test: urls,
  },
}
const kilobyte = 1024
const memory = 256 * 1024 * kilobyte
const plans: Plan[] = [
  { slug: 'tiny', memory, maxBytes: 100 * kilobyte, maxObjects: 20, maxBuckets: 2 },
  { slug: 'large', memory, maxBytes: 1000 * kilobyte, maxObjects: 200, maxBuckets: 5 },
]

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
  body: any
}

let folder: string
let cellar: Awaited<ReturnType<typeof openCellar>>
let port: number
before(async () => {
  const program = await provideVersitygw()
  // On a disk: file systems in memory have room for more.
  folder = await mkdtemp(join(tmpdir(), 'cellar-limits-'))
  await chmod(folder, 0o711)
  cellar = await openCellar(
    {
      manifest,
      port: 0,
      addonsHost: '127.0.0.1',
      access: testAccess(),
      apiUrl: 'http://127.0.0.1:9',
      folder,
      vault: createVault(Buffer.alloc(32)),
      choices: { program },
    },
    { plans, maintenanceInterval: 300 },
  )
  port = (await cellar.service.listen(0)).port
})
after(async () => {
  await cellar?.service.close()
  await cellar?.close?.()
  await cellar?.stopServers()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/resources${path}`, {
    method,
    headers: {
      authorization: basicAuth({ id: manifest.id, password }),
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function order(addonId: string, plan = 'tiny'): Promise<{ id: string; user: BotoUser }> {
  const { status, body } = await call(
    'POST',
    '',
    provisionRequest({
      addon_id: addonId,
      owner_id: 'orga_1',
      owner_name: 'Ada',
      user_id: 'user_1',
      plan,
      callback_url: 'http://127.0.0.1:1/none',
      options: {},
      logplex_token: 't',
    }),
  )
  assert.equal(status, 200, JSON.stringify(body))
  return { id: body.id, user: userOf(body.config) }
}

/** Repeats a call until this comes of it. */
const becomes = (user: BotoUser, each: BotoCall, code: string) =>
  until(async () => (await codesOf(user, [each]))[0] === code, {
    timeout: 300_000,
    what: `${each[0]} to be ${code}`,
  })

const put = (Bucket: string, Key: string, size = 1): BotoCall => [
  'put_object',
  { Bucket, Key, Body: 'x'.repeat(size) },
]

test('cellar limits: above its size an add-on reads and deletes, and writes again once there is room or a larger plan', async () => {
  const { id, user } = await order('addon_size')
  const [Bucket, policy] = ['sizes', 'sizes-public']
  const shown = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: `arn:aws:s3:::${policy}/*`,
      },
      {
        Effect: 'Allow',
        Principal: { AWS: [user.keyId] },
        Action: 's3:*',
        Resource: [`arn:aws:s3:::${policy}`, `arn:aws:s3:::${policy}/*`],
      },
    ],
  })
  assert.deepEqual(
    await codesOf(user, [
      ['create_bucket', { Bucket }],
      ['create_bucket', { Bucket: policy }],
      ['put_bucket_policy', { Bucket: policy, Policy: shown }],
      put(policy, 'seen'),
      put(Bucket, 'one', 90 * kilobyte),
      put(Bucket, 'two', 90 * kilobyte),
    ]),
    Array(6).fill('ok'),
  )
  await becomes(user, put(Bucket, 'two', 90 * kilobyte), 'AccessDenied')
  const inPublic = (method: string) =>
    fetch(`${user.url}/${policy}/seen`, { method, body: method === 'PUT' ? 'x' : null })
  assert.equal((await inPublic('PUT')).status, 403)
  assert.equal((await inPublic('GET')).status, 200)
  const usage = (await call('GET', `/${id}/usage`)).body
  const { buckets } = (await call('GET', `/${id}/insights`)).body
  assert.deepEqual(buckets[0], { name: Bucket, objects: 2, bytes: 180 * kilobyte })
  assert.deepEqual(usage, {
    diskBytes: 180 * kilobyte + 1,
    maxDiskBytes: 100 * kilobyte,
    objects: 3,
    maxObjects: 20,
    buckets: 2,
    maxBuckets: 2,
  })
  assert.deepEqual(
    await codesOf(user, [
      ['get_object', { Bucket, Key: 'one' }],
      ['list_objects_v2', { Bucket }],
      ['create_multipart_upload', { Bucket, Key: 'parts' }],
      ['copy_object', { Bucket, Key: 'copy', CopySource: `${Bucket}/one` }],
      ['delete_bucket_policy', { Bucket }],
      ['put_bucket_policy', { Bucket: policy, Policy: shown }],
      ['create_bucket', { Bucket: 'sizes-more' }],
      ['delete_object', { Bucket, Key: 'two' }],
    ]),
    ['ok', 'ok', ...Array(5).fill('AccessDenied'), 'ok'],
  )
  await becomes(user, put(Bucket, 'three'), 'ok')
  assert.equal((await inPublic('PUT')).status, 200)
  const [restored, none] = await callBoto(user, [
    ['get_bucket_policy', { Bucket: policy }],
    ['get_bucket_policy', { Bucket }],
  ])
  assert.deepEqual(JSON.parse(restored?.answer.Policy), JSON.parse(shown))
  assert.equal(none?.error, 'NoSuchBucketPolicy')

  assert.deepEqual(await codesOf(user, [put(Bucket, 'two', 90 * kilobyte)]), ['ok'])
  await becomes(user, put(Bucket, 'four'), 'AccessDenied')
  assert.equal((await call('PUT', `/${id}`, { plan: 'large' })).status, 200)
  assert.deepEqual(await codesOf(user, [put(Bucket, 'four')]), ['ok'])
  const smaller = await call('PUT', `/${id}`, { plan: 'tiny' })
  assert.deepEqual(
    [smaller.status, smaller.body.message ?? smaller.body.error],
    [422, 'What is stored does not fit into that plan.'],
  )
})

test('cellar limits: parts of uploads that are never completed count, and so does the number of objects', async () => {
  const { user } = await order('addon_parts')
  const Bucket = 'parts'
  const [, begun] = await callBoto(user, [
    ['create_bucket', { Bucket }],
    ['create_multipart_upload', { Bucket, Key: 'large' }],
  ])
  const { UploadId } = begun?.answer ?? {}
  const part = (PartNumber: number): BotoCall => [
    'upload_part',
    { Bucket, Key: 'large', UploadId, PartNumber, Body: 'x'.repeat(60 * kilobyte) },
  ]
  assert.deepEqual(await codesOf(user, [part(1), part(2)]), ['ok', 'ok'])
  await becomes(user, part(3), 'AccessDenied')
  assert.deepEqual(
    await codesOf(user, [['abort_multipart_upload', { Bucket, Key: 'large', UploadId }]]),
    ['ok'],
  )
  await becomes(user, put(Bucket, '0'), 'ok')
  const many = Array.from({ length: 25 }, (_, at) => put(Bucket, `${at}`))
  await callBoto(user, many)
  await becomes(user, put(Bucket, 'more'), 'AccessDenied')
})

test('cellar limits: at its number of buckets an add-on makes no further one', async () => {
  const { user } = await order('addon_number')
  const make = (Bucket: string): BotoCall => ['create_bucket', { Bucket }]
  assert.deepEqual(await codesOf(user, [make('number-1'), make('number-2')]), ['ok', 'ok'])
  await until(
    async () => {
      const [code] = await codesOf(user, [make('number-3')])
      if (code === 'ok') await codesOf(user, [['delete_bucket', { Bucket: 'number-3' }]])
      return code === 'AccessDenied'
    },
    { timeout: 300_000, what: 'the refusal of a third bucket' },
  )
  assert.deepEqual(
    await codesOf(user, [['delete_bucket', { Bucket: 'number-2' }], put('number-1', 'x')]),
    ['ok', 'ok'],
  )
  // Should an attempt from before be left.
  await codesOf(user, [['delete_bucket', { Bucket: 'number-3' }]])
  await becomes(user, make('number-3'), 'ok')
})

test('cellar limits: a bucket whose folder has no room for a policy of ours cannot be written to either', async () => {
  const { user } = await order('addon_full')
  const Bucket = 'no-room'
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: [user.keyId] },
    Action: 's3:*',
    Resource: [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`],
  }
  const policy = { Version: '2012-10-17', Statement: Array(60).fill(statement) }
  await callBoto(user, [
    ['create_bucket', { Bucket }],
    ['put_bucket_policy', { Bucket, Policy: JSON.stringify(policy) }],
    put(Bucket, 'one', 60 * kilobyte),
    put(Bucket, 'two', 60 * kilobyte),
  ])
  await until(async () => (await codesOf(user, [put(Bucket, 'three')]))[0] !== 'ok', {
    timeout: 300_000,
    what: 'the refusal of a write',
  })
})

test('cellar limits: nobody writes to a public bucket above its plan, although its owner has left no room for a policy', async () => {
  const { user } = await order('addon_public')
  const Bucket = 'public'
  const rules = (size: number) => ({
    CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: [`https://${'a'.repeat(size)}.org`] }],
  })
  // The last that fits stays.
  const sizes = Array.from({ length: 24 }, (_, at) => 2800 + 50 * at)
  const [made, shared, ...filled] = await codesOf(user, [
    ['create_bucket', { Bucket, ObjectOwnership: 'ObjectWriter' }],
    ['put_bucket_acl', { Bucket, ACL: 'public-read-write' }],
    ...sizes.map(
      (size): BotoCall => ['put_bucket_cors', { Bucket, CORSConfiguration: rules(size) }],
    ),
  ])
  assert.deepEqual([made, shared, filled.includes('ok')], ['ok', 'ok', true])
  const write = async (key: string) => {
    const body = 'x'.repeat(60 * kilobyte)
    return (await fetch(`${user.url}/${Bucket}/${key}`, { method: 'PUT', body })).status
  }
  assert.deepEqual([await write('one'), await write('two')], [200, 200])
  await until(async () => (await write('two')) === 403, {
    timeout: 300_000,
    what: 'the refusal of a write',
  })
  assert.deepEqual(await codesOf(user, [['get_object', { Bucket, Key: 'one' }]]), ['ok'])
})
