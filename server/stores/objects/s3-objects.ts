import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { elementsOf, textOf } from '#kit/xml/flat-xml.ts'
import {
  isKey,
  type ObjectStore,
  ObjectStoreError,
  requireFolder,
  requireKey,
} from '#platform/model/object-store.ts'
import { measured } from './measured-content.ts'
import type { S3Bucket } from './s3-address.ts'
import { createS3Client, defaultTimeouts, type S3Timeouts } from './s3-client.ts'
import { asObjectStoreError, isMissing, isNotImplemented } from './s3-errors.ts'
import { upload } from './s3-upload.ts'

/** Objects in a bucket of any S3-compatible store. */
export function openS3Objects(
  bucket: S3Bucket,
  timeouts: S3Timeouts = defaultTimeouts,
): ObjectStore {
  const client = createS3Client(bucket, timeouts)
  const { prefix } = bucket

  return {
    async put(key, content, known = {}) {
      requireKey(key)
      const source = measured(key, content, known)
      await upload(client, prefix + key, source.content, known.bytes)
      return source.digest()
    },
    async get(key, expected) {
      const found = await client
        .open({ method: 'GET', key: prefix + requireKey(key) })
        .catch(unlessMissing)
      if (!found) return undefined
      const bytes = lengthOf(found)
      const body = readWithin(found, timeouts.pause)
      const measuring = measured(key, body, expected ?? { bytes })
      const content = Readable.from(measuring.content, { objectMode: false })
      // A generator that nobody has begun to read frees nothing at its end.
      content.once('close', () => found.destroy())
      return { bytes, content }
    },
    async stat(key) {
      const found = await client
        .send({ method: 'HEAD', key: prefix + requireKey(key) })
        .catch(unlessMissing)
      if (!found) return undefined
      const modifiedAt = timeOf(found.headers['last-modified'])
      return { key, bytes: lengthOf(found), modifiedAt }
    },
    async *list(folder) {
      const where = { 'list-type': '2', delimiter: '/', prefix: prefix + requireFolder(folder) }
      let token: string | undefined
      do {
        const query = { ...where, ...(token !== undefined && { 'continuation-token': token }) }
        const { text } = await client.send({ method: 'GET', query })
        for (const entry of elementsOf(text, 'Contents')) {
          const full = textOf(entry, 'Key') ?? ''
          const key = full.slice(prefix.length)
          // What others have put beside ours has no key here, as a file with such a name has none.
          if (!full.startsWith(prefix + folder) || !isKey(key)) continue
          yield {
            key,
            bytes: Number(textOf(entry, 'Size') ?? 0),
            modifiedAt: timeOf(textOf(entry, 'LastModified')),
          }
        }
        const next = textOf(text, 'NextContinuationToken')
        if (next && next === token)
          throw new ObjectStoreError('The object store lists the same page again')
        token = next
      } while (token)
    },
    async remove(key) {
      await client.send({ method: 'DELETE', key: prefix + requireKey(key) })
    },
    async removeAbandoned(before) {
      const request = { method: 'GET', query: { uploads: '', prefix } } as const
      const page = await client.send(request).catch(unlessUnknown)
      for (const entry of elementsOf(page?.text ?? '', 'Upload')) {
        const [key, uploadId] = [textOf(entry, 'Key'), textOf(entry, 'UploadId')]
        if (!key || !uploadId || timeOf(textOf(entry, 'Initiated')) >= before) continue
        await client.send({ method: 'DELETE', key, query: { uploadId } })
      }
    },
    close: client.close,
  }
}

const lengthOf = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? 0)

/** Milliseconds of a time of HTTP or XML; 0 for what is none. */
const timeOf = (text = ''): number => Date.parse(text) || 0

function unlessMissing(error: Error): undefined {
  if (isMissing(error.cause)) return undefined
  throw error
}

/** Some stores end forgotten uploads themselves and cannot list them. */
function unlessUnknown(error: Error): undefined {
  if (isNotImplemented(error.cause)) return undefined
  throw error
}

/** Reads a body whose pauses have a timeout; a connection that breaks is an error of the store. */
async function* readWithin(body: Readable, pause: number): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await withTimeout(chunks.next(), pause, 'the next part of an object')
      if (done) return
      yield value
    }
  } catch (error) {
    throw asObjectStoreError(error)
  } finally {
    body.destroy()
  }
}
