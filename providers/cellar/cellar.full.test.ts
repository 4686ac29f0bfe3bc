import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { run } from '#kit/process/subprocess.ts'
import { findServer } from '#providers/kit/process/server-process.ts'
import { callBoto, codesOf, userOf } from '#tests/support/objects/boto-client.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

let provider: TestBuiltInProvider
before(async () => {
  const program = await provideVersitygw()
  provider = await TestBuiltInProvider.open('cellar', [], testAccess(), { program })
})
after(() => provider?.close())

const megabyte = 1024 * 1024

test('cellar: an application keeps objects with the variables of its add-on, in parts and by presigned addresses', async () => {
  const addon = await provider.order('addon_1', 's')
  assert.match(addon.id, /^cellar_[0-9a-f-]{36}$/)
  assert.deepEqual(await provider.order('addon_1', 's'), addon)
  const { CELLAR_ADDON_HOST, CELLAR_ADDON_PORT, CELLAR_ADDON_URL } = addon.config
  assert.equal(CELLAR_ADDON_HOST, `127.0.0.1:${CELLAR_ADDON_PORT}`)
  assert.equal(CELLAR_ADDON_URL, `http://${CELLAR_ADDON_HOST}`)
  const Bucket = 'ships'
  const outcomes = await callBoto(userOf(addon.config), [
    ['create_bucket', { Bucket }],
    ['put_object', { Bucket, Key: 'argo/sail', Body: 'white', Metadata: { crew: '50' } }],
    ['get_object', { Bucket, Key: 'argo/sail' }],
    ['upload', { Bucket, Key: 'large', Size: 12 * megabyte }],
    ['head_object', { Bucket, Key: 'large' }],
    ['list_buckets', {}],
    ['presign', { Call: 'get_object', Bucket, Key: 'argo/sail' }],
    ['presign', { Call: 'put_object', Bucket, Key: 'argo/oar' }],
  ])
  assert.deepEqual(outcomes.map(({ error }) => error).filter(Boolean), [], JSON.stringify(outcomes))
  const [, , got, , head, buckets, reading, writing] = outcomes.map(({ answer }) => answer)
  assert.deepEqual([got.Body, got.Metadata], ['white', { crew: '50' }])
  assert.equal(head.ContentLength, 12 * megabyte)
  assert.match(head.ETag, /-3"$/)
  assert.deepEqual(
    buckets.Buckets.map(({ Name }: { Name: string }) => Name),
    [Bucket],
  )
  assert.equal(await (await fetch(reading)).text(), 'white')
  assert.equal((await fetch(writing, { method: 'PUT', body: 'of beech' })).status, 200)
  assert.equal((await fetch(reading.replace('argo', 'other'))).status, 403)
  const [oar] = await callBoto(userOf(addon.config), [['get_object', { Bucket, Key: 'argo/oar' }]])
  assert.equal(oar?.answer.Body, 'of beech')
  await provider.call('DELETE', `/${addon.id}`)
})

test('cellar: a rotation and a suspension end what the keys could do, and nothing is lost', async () => {
  const addon = await provider.order('addon_keys', 's')
  const [Bucket, user] = ['kept', userOf(addon.config)]
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
  const get = ['get_object', { Bucket, Key: 'a' }] as const
  assert.deepEqual(
    await codesOf(user, [
      ['create_bucket', { Bucket }],
      ['put_object', { Bucket, Key: 'a', Body: '1' }],
      ['put_bucket_policy', { Bucket, Policy: JSON.stringify(policy) }],
    ]),
    ['ok', 'ok', 'ok'],
  )
  const { config } = await provider.call('POST', `/${addon.id}/rotate`)
  assert.equal(config.CELLAR_ADDON_KEY_ID, user.keyId)
  assert.deepEqual(await codesOf(user, [get]), ['SignatureDoesNotMatch'])
  assert.deepEqual(await codesOf(userOf(config), [get]), ['ok'])
  const anybody = () => fetch(`${user.url}/${Bucket}/a`)
  assert.equal((await anybody()).status, 200)
  await provider.call('POST', `/${addon.id}/suspend`)
  assert.deepEqual(await codesOf(userOf(config), [get]), ['SignatureDoesNotMatch'])
  assert.equal((await anybody()).status, 403)
  await provider.end('SIGTERM')
  await provider.start()
  await provider.call('POST', `/${addon.id}/resume`)
  assert.deepEqual(await codesOf(userOf(config), [get]), ['ok'])
  assert.equal((await anybody()).status, 200)
  await provider.call('DELETE', `/${addon.id}`)
})

test('cellar: the store serves while its provider is away, comes back after a crash, and ends with everything', async () => {
  const addon = await provider.order('addon_life', 's')
  const [Bucket, user] = ['lasting', userOf(addon.config)]
  await callBoto(user, [
    ['create_bucket', { Bucket, ObjectLockEnabledForBucket: true }],
    ['put_object', { Bucket, Key: 'a', Body: '1' }],
  ])
  const get = ['get_object', { Bucket, Key: 'a' }] as const
  const servers = join(provider.folder, 'servers')
  const [name = ''] = await readdir(servers)
  const server = join(servers, name)
  const pid = (await findServer(server)) ?? assert.fail('the gateway does not run')
  if (process.getuid?.() === 0)
    assert.match(await readFile(`/proc/${pid}/status`, 'utf8'), /^Uid:\t199000\t/m)
  await provider.end('SIGTERM')
  assert.deepEqual(await codesOf(user, [get]), ['ok'])
  process.kill(pid, 'SIGKILL')
  await provider.start()
  await until(async () => (await codesOf(user, [get]))[0] === 'ok', {
    timeout: 300_000,
    what: 'the object after a crash',
  })
  const next = (await findServer(server)) ?? assert.fail('the gateway does not run')
  process.kill(next, 'SIGKILL')
  await until(async () => (await codesOf(user, [get]))[0] === 'ok', {
    timeout: 300_000,
    what: 'the object after a crash that the provider has seen',
  })
  await provider.end('SIGINT')
  assert.equal(await findServer(server), undefined)
  await provider.start()
  await until(async () => (await codesOf(user, [get]))[0] === 'ok', {
    timeout: 300_000,
    what: 'the object after a stop',
  })
  const locked = await codesOf(user, [
    [
      'put_object_retention',
      { Bucket, Key: 'a', Retention: { Mode: 'COMPLIANCE', RetainUntilDate: '2099-01-01' } },
    ],
  ])
  assert.deepEqual(locked, ['ok'])
  await provider.call('DELETE', `/${addon.id}`)
  assert.deepEqual(await readdir(servers), [])
})

test('cellar: each add-on has a server of its own, which knows no keys of others and ends alone', async () => {
  const orders = ['addon_one', 'addon_two'].map((id) => provider.order(id, 's'))
  const [one, two] = await Promise.all(orders)
  const users = [one, two].map((addon) => userOf(addon?.config ?? assert.fail()))
  const [first, second] = [users[0] ?? assert.fail(), users[1] ?? assert.fail()]
  assert.notEqual(first.url, second.url)
  // Names of buckets are their own as well.
  for (const user of users)
    assert.deepEqual(await codesOf(user, [['create_bucket', { Bucket: 'same' }]]), ['ok'])
  const crossed = { ...first, url: second.url }
  assert.deepEqual(await codesOf(crossed, [['list_buckets', {}]]), ['InvalidAccessKeyId'])
  await provider.call('DELETE', `/${one?.id}`)
  assert.deepEqual(await codesOf(second, [['head_bucket', { Bucket: 'same' }]]), ['ok'])
  await provider.call('DELETE', `/${two?.id}`)
})

test('cellar: a program that was replaced runs in place of the one before', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-versitygw-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [program, next] = [join(folder, 'versitygw'), join(folder, 'next')]
  const built = await provideVersitygw()
  await copyFile(built, program)
  const upgraded = await TestBuiltInProvider.open('cellar', [], testAccess(), { program })
  t.after(() => upgraded.close())
  const user = userOf((await upgraded.order('addon_upgraded', 's')).config)
  assert.deepEqual(await codesOf(user, [['create_bucket', { Bucket: 'kept' }]]), ['ok'])
  const servers = join(upgraded.folder, 'servers')
  const [name = ''] = await readdir(servers)
  const before = await findServer(join(servers, name))
  await copyFile(built, next)
  await rename(next, program)
  const isReplaced = async () => {
    const pid = await findServer(join(servers, name))
    return pid !== undefined && pid !== before
  }
  await until(isReplaced, { timeout: 300_000, every: 100, what: 'the next program' })
  await until(
    async () => (await codesOf(user, [['head_bucket', { Bucket: 'kept' }]]))[0] === 'ok',
    { timeout: 300_000, what: 'the bucket' },
  )
})

test('cellar: from outside there is TLS alone, at the same address', async (t) => {
  const program = await provideVersitygw()
  const authority = createAuthority('outside')
  const tls = issueCertificate(authority, ['127.0.0.2', '127.0.0.1'])
  const access = testAccess({ bind: '127.0.0.2', tls })
  const outside = await TestBuiltInProvider.open('cellar', [], access, { program })
  t.after(() => outside.close())
  const file = join(outside.folder, 'ca.pem')
  await writeFile(file, authority.certificate)
  const addon = await outside.order('addon_outside', 's')
  const host = `127.0.0.2:${addon.config.CELLAR_ADDON_PORT}`
  const user = { ...userOf(addon.config), url: `https://${host}`, authority: file }
  const Bucket = 'seen'
  const [, , signed] = await callBoto(user, [
    ['create_bucket', { Bucket }],
    ['upload', { Bucket, Key: 'large', Size: 6 * megabyte }],
    ['presign', { Call: 'get_object', Bucket, Key: 'large' }],
  ])
  const { code, stdout } = await run(['curl', '--silent', '--cacert', file, signed?.answer])
  assert.deepEqual([code, stdout.length], [0, 6 * megabyte])
  const plain = await fetch(`http://${host}/`)
  assert.equal(plain.status, 403)
  assert.match(await plain.text(), /https:\/\/ only/)
})
