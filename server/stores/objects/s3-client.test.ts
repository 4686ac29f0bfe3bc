import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { elementsOf, escapeXml, textOf } from '#kit/xml/flat-xml.ts'
import { ObjectStoreError, ObjectStoreUnavailableError } from '#platform/model/object-store.ts'
import { addressIn, type S3Bucket } from './s3-address.ts'
import { defaultTimeouts } from './s3-client.ts'
import { openS3Objects } from './s3-objects.ts'

interface Answer {
  status?: number
  text?: string
  headers?: Record<string, string>
  /** Breaks the connection instead. */
  breaks?: boolean
}

/** A store whose answers a test says one after another; the last one stays. */
async function openStore(...answers: Answer[]) {
  const asked: {
    line: string
    headers: IncomingMessage['headers']
    body: Buffer
    socket: Socket
  }[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { method, url, headers, socket } = request
    asked.push({ line: `${method} ${url}`, headers, body, socket })
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? {}
    if (answer.breaks) return response.destroy()
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const bucket = { ...bucketOf('store'), endpoint: `http://127.0.0.1:${port}` }
  const objects = openS3Objects(bucket, { ...defaultTimeouts, connect: 30_000 })
  return {
    objects,
    asked,
    async [Symbol.asyncDispose]() {
      objects.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const bucketOf = (bucket: string, region = 'eu-west-3'): S3Bucket => ({
  bucket,
  prefix: 'berth/',
  region,
  accessKey: 'an-access-key',
  secretKey: 'a-secret',
})

async function* content(text: string) {
  yield Buffer.from(text)
}

const refusal = (status: number, code: string): Answer => ({
  status,
  text: `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No &amp; no</Message></Error>`,
})

test('S3 client: a request is signed with the SHA-256 of what it brings, and says no secret', async () => {
  await using store = await openStore({})
  await store.objects.put('folder/a.b', content('hello'))
  const [asked] = store.asked
  assert.equal(asked?.line, 'PUT /store/berth/folder/a.b')
  const digest = createHash('sha256').update('hello').digest('hex')
  assert.equal(asked.headers['x-amz-content-sha256'], digest)
  assert.match(
    asked.headers.authorization ?? '',
    /^AWS4-HMAC-SHA256 Credential=an-access-key\/\d{8}\/eu-west-3\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[\da-f]{64}$/,
  )
  assert.equal(asked.body.toString(), 'hello')
  assert.doesNotMatch(JSON.stringify(asked.headers), /a-secret/)
})

test('S3 client: what fails on the way or for load is repeated, four attempts in all', async () => {
  const passing = [{ breaks: true }, refusal(503, 'SlowDown'), refusal(200, 'InternalError'), {}]
  await using store = await openStore(...passing)
  await store.objects.remove('a')
  assert.equal(store.asked.length, 4)
  await using loaded = await openStore(refusal(503, 'SlowDown'))
  await assert.rejects(loaded.objects.remove('a'), (error: Error) => {
    assert.ok(error instanceof ObjectStoreUnavailableError)
    assert.equal(error.message, 'The object store does not answer: No & no')
    return true
  })
  assert.equal(loaded.asked.length, 4)
})

test('S3 client: a refusal is not repeated; an object that is not there is none', async () => {
  await using store = await openStore(refusal(403, 'AccessDenied'))
  await assert.rejects(store.objects.remove('a'), (error: Error) => {
    assert.ok(error instanceof ObjectStoreError && !(error instanceof ObjectStoreUnavailableError))
    assert.equal(error.message, 'The object store refused: AccessDenied No & no')
    return true
  })
  assert.equal(store.asked.length, 1)
  await using empty = await openStore({ status: 404 }, refusal(404, 'NoSuchKey'))
  assert.equal(await empty.objects.stat('a'), undefined)
  assert.equal(await empty.objects.get('a'), undefined)
  await using nowhere = await openStore(refusal(404, 'NoSuchBucket'))
  await assert.rejects(nowhere.objects.get('a'), /refused: NoSuchBucket/)
})

test('S3 client: a store that cannot list interrupted uploads is asked once and left alone', async () => {
  await using store = await openStore(refusal(501, 'NotImplemented'))
  await store.objects.removeAbandoned(Date.now())
  assert.deepEqual(
    store.asked.map(({ line }) => line),
    ['GET /store/?uploads=&prefix=berth%2F'],
  )
})

test('S3 client: a list is asked page by page, and its names are read as XML', async () => {
  const entry = (key: string) =>
    `<Contents><Key>berth/${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>`
  await using store = await openStore(
    {
      text: `<ListBucketResult>${entry('a&#98;')}${entry('not &amp; ours')}<NextContinuationToken>t=1</NextContinuationToken></ListBucketResult>`,
    },
    { text: `<ListBucketResult>${entry('c')}</ListBucketResult>` },
  )
  const modifiedAt = Date.UTC(2026, 0, 2, 3, 4, 5)
  assert.deepEqual(await Array.fromAsync(store.objects.list('')), [
    { key: 'ab', bytes: 7, modifiedAt },
    { key: 'c', bytes: 7, modifiedAt },
  ])
  assert.match(store.asked[1]?.line ?? '', /continuation-token=t%3D1/)
})

test('S3 client: a store that lists the same page again and again is an error', async () => {
  const page =
    '<ListBucketResult><NextContinuationToken>t</NextContinuationToken></ListBucketResult>'
  await using store = await openStore({ text: page })
  await assert.rejects(Array.fromAsync(store.objects.list('')), /lists the same page again/)
  assert.equal(store.asked.length, 2)
})

test('S3 client: a content that nobody reads frees its connection', async () => {
  await using store = await openStore({ text: 'x'.repeat(32 * 1024 * 1024) })
  const found = await store.objects.get('a')
  const [asked] = store.asked
  assert.ok(found && asked)
  const closed = new Promise((resolve) => asked.socket.once('close', resolve))
  found.content.destroy()
  await closed
})

test('S3 address: AWS has the bucket in the host name unless a certificate would not fit, others in the path', () => {
  const addresses: [S3Bucket, string][] = [
    [bucketOf('mine'), 'https://mine.s3.eu-west-3.amazonaws.com/berth/%C3%A9'],
    [bucketOf('my.own'), 'https://s3.eu-west-3.amazonaws.com/my.own/berth/%C3%A9'],
    [bucketOf('b', 'cn-north-1'), 'https://b.s3.cn-north-1.amazonaws.com.cn/berth/%C3%A9'],
    [{ ...bucketOf('b'), endpoint: 'http://[::1]:9/s3/' }, 'http://[::1]:9/s3/b/berth/%C3%A9'],
  ]
  for (const [bucket, address] of addresses)
    assert.equal(addressIn(bucket, 'berth/é').href, address)
})

test('S3 XML: records and texts are found, and what is written is read again', () => {
  const xml =
    '<R xmlns="x"><Upload><Key>a</Key></Upload><Upload >\n<Key>b</Key></Upload><Uploads/></R>'
  assert.deepEqual(
    elementsOf(xml, 'Upload').map((each) => textOf(each, 'Key')),
    ['a', 'b'],
  )
  assert.equal(textOf(xml, 'Bucket'), undefined)
  const text = '<&>"\' &amp; &#x1F6A2;'
  assert.equal(textOf(`<T>${escapeXml(text)}</T>`, 'T'), text)
  assert.equal(
    textOf('<T>&#x1F6A2; &quot;&apos;&unknown; &#xFFFFFF;</T>', 'T'),
    '🚢 "\'&unknown; &#xFFFFFF;',
  )
})

test('S3 XML: an answer of beginnings without ends is read once', () => {
  const beginnings = '<Contents>'.repeat(1_000_000)
  assert.deepEqual(elementsOf(beginnings, 'Contents'), [])
  assert.deepEqual(elementsOf(`<Contents>a</Contents>${beginnings}`, 'Contents'), ['a'])
})
