import { randomUUID } from 'node:crypto'
import { escapeXml, textOf } from '#kit/xml/flat-xml.ts'
import { ObjectStoreError } from '#platform/model/object-store.ts'
import type { S3Client } from './s3-client.ts'

const megabyte = 1024 * 1024
/** S3 asks for 5 MB at least. One part is in memory at a time, and the beginning of the next. */
const minPartBytes = 8 * megabyte
/** S3 allows 10,000. */
const maxParts = 9000
/** Marks an object with the upload that made it. */
const markHeader = 'x-amz-meta-upload'

/** Sends a content in one request, or in parts when it is larger than one. */
export async function upload(
  client: S3Client,
  key: string,
  content: AsyncIterable<Uint8Array>,
  bytes = 0,
): Promise<void> {
  const partBytes = Math.max(minPartBytes, Math.ceil(bytes / maxParts))
  const parts = inParts(content, partBytes)
  const first = await parts.next()
  const second = first.done ? first : await parts.next()
  if (first.done || second.done) {
    const body = first.done ? Buffer.alloc(0) : first.value
    await client.send({ method: 'PUT', key, body })
    return
  }
  await uploadParts(client, key, [first.value, second.value], parts)
}

/** Pieces of one size; the last one may be smaller. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (let chunk of content) {
    while (bytes + chunk.length >= partBytes) {
      const rest = partBytes - bytes
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)], partBytes)
      chunk = chunk.subarray(rest)
      chunks = []
      bytes = 0
    }
    if (chunk.length === 0) continue
    chunks.push(chunk)
    bytes += chunk.length
  }
  if (bytes > 0) yield Buffer.concat(chunks, bytes)
  return undefined
}

/** A multipart upload: the object appears when all parts are there. Whatever goes wrong before frees the parts. */
async function uploadParts(
  client: S3Client,
  key: string,
  begun: Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const mark = randomUUID()
  const begunUpload = await client.send({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { [markHeader]: mark },
  })
  const uploadId = textOf(begunUpload.text, 'UploadId')
  if (!uploadId) throw new ObjectStoreError('The object store began an upload without a name')
  const done: string[] = []
  const send = async (body: Buffer) => {
    const query = { partNumber: String(done.length + 1), uploadId }
    const { headers } = await client.send({ method: 'PUT', key, query, body })
    done.push(headers.etag ?? '')
  }
  try {
    for (let body = begun.shift(); body; body = begun.shift()) await send(body)
    for await (const body of rest) await send(body)
    await client.send({ method: 'POST', key, query: { uploadId }, body: completionOf(done) })
  } catch (error) {
    if (await isThere(client, key, mark)) return
    await client.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {})
    throw error
  }
}

/** The parts of an upload, by what the store has called their contents. */
function completionOf(etags: readonly string[]): Buffer {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  return Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  )
}

/** Whether this very upload was completed: the answer may have been lost, and its repetition refused. */
async function isThere(client: S3Client, key: string, mark: string): Promise<boolean> {
  const head = await client.send({ method: 'HEAD', key }).catch(() => undefined)
  return head?.headers[markHeader] === mark
}
