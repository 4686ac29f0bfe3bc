import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { elementsOf } from '#kit/xml/flat-xml.ts'
import { ObjectStoreError, ObjectStoreUnavailableError } from '#platform/model/object-store.ts'
import { objectStoreContract } from '#stores/object-store.contract.ts'
import type { S3Bucket } from '#stores/objects/s3-address.ts'
import { createS3Client, defaultTimeouts } from '#stores/objects/s3-client.ts'
import { openS3Objects } from '#stores/objects/s3-objects.ts'
import { openS3Server } from '#tests/support/objects/s3-server.ts'

const server = await openS3Server()
after(() => server[Symbol.asyncDispose]())

const timeouts = { ...defaultTimeouts, connect: 1000, attempt: 10_000, request: 20_000 }

async function countUploads(bucket: S3Bucket): Promise<number> {
  const client = createS3Client(bucket, defaultTimeouts)
  const { text } = await client.send({ method: 'GET', query: { uploads: '' } })
  client.close()
  return elementsOf(text, 'Upload').length
}

objectStoreContract('s3', async () => {
  const bucket = await server.createBucket()
  const store = openS3Objects(bucket)
  return {
    store,
    countAbandoned: () => countUploads(bucket),
    [Symbol.asyncDispose]: async () => store.close(),
  }
})

async function* content(megabytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < megabytes; sent += 1) yield Buffer.alloc(1024 * 1024, sent)
}

test('S3: a wrong key is an error that names no secret', async () => {
  const bucket = await server.createBucket()
  const store = openS3Objects({ ...bucket, secretKey: 'not-the-secret' })
  await assert.rejects(store.put('a', content(1)), (error: Error) => {
    assert.ok(error instanceof ObjectStoreError && !(error instanceof ObjectStoreUnavailableError))
    assert.match(error.message, /The object store refused: SignatureDoesNotMatch/)
    assert.doesNotMatch(error.message, /not-the-secret/)
    return true
  })
  store.close()
})

test('S3: objects with other prefixes are not seen', async () => {
  const bucket = await server.createBucket()
  const [one, other] = [openS3Objects(bucket), openS3Objects({ ...bucket, prefix: 'other/' })]
  await one.put('a', content(1))
  assert.equal(await other.stat('a'), undefined)
  assert.deepEqual(await Array.fromAsync(other.list('')), [])
  one.close()
  other.close()
})

test('S3: a store that ends during an upload leaves nothing of it, and is an error with a name', async () => {
  const bucket = await server.createBucket()
  const store = openS3Objects(bucket, timeouts)
  const cut = async function* () {
    yield* content(20)
    await server.stop('SIGKILL')
    yield* content(20)
  }
  await assert.rejects(store.put('cut', cut()), ObjectStoreUnavailableError)
  await assert.rejects(store.get('cut'), ObjectStoreUnavailableError)
  await server.start()
  assert.equal(await store.stat('cut'), undefined)
  assert.equal(await countUploads(bucket), 1)
  await store.removeAbandoned(Date.now() + 60_000)
  assert.equal(await countUploads(bucket), 0)
  assert.equal((await store.put('cut', content(20))).bytes, 20 * 1024 * 1024)
  store.close()
})

test('S3: a store that loses a part that it has acknowledged leaves nothing of the upload, and is an error with a name', async () => {
  const bucket = await server.createBucket()
  const store = openS3Objects(bucket, timeouts)
  await store.put('old', content(1))
  const losing = async function* () {
    yield* content(20)
    await server.loseFirstParts(bucket.bucket)
    yield* content(1)
  }
  await assert.rejects(store.put('old', losing()), /The object store refused: InvalidPart/)
  assert.equal((await store.stat('old'))?.bytes, 1024 * 1024, 'the object of before stays')
  assert.equal(await countUploads(bucket), 0)
  assert.equal((await store.put('old', content(20))).bytes, 20 * 1024 * 1024)
  store.close()
})
