import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type ObjectStore, requireFolder, requireKey } from '#platform/model/object-store.ts'
import { measured } from './measured-content.ts'
import { defaultTimeouts, type S3Bucket, type S3Timeouts } from './s3-client.ts'
import { asObjectStoreError, isMissing, isNotImplemented } from './s3-errors.ts'
import { createS3Requests } from './s3-requests.ts'
import { upload } from './s3-upload.ts'

/** Objects in a bucket of any S3-compatible store. */
export function openS3Objects(
  bucket: S3Bucket,
  timeouts: S3Timeouts = defaultTimeouts,
): ObjectStore {
  const requests = createS3Requests(bucket, timeouts)
  const { at, send } = requests
  const { bucket: Bucket, prefix } = bucket

  return {
    async put(key, content, known = {}) {
      requireKey(key)
      const source = measured(key, content, known)
      await upload(requests, key, source.content, known.bytes)
      return source.digest()
    },
    async get(key, expected) {
      const found = await send(new GetObjectCommand(at(requireKey(key)))).catch(unlessMissing)
      if (!found) return undefined
      const bytes = found.ContentLength ?? 0
      const body = readWithin(found.Body as Readable, timeouts.pause)
      const { content } = measured(key, body, expected ?? { bytes })
      return { bytes, content: Readable.from(content, { objectMode: false }) }
    },
    async stat(key) {
      const found = await send(new HeadObjectCommand(at(requireKey(key)))).catch(unlessMissing)
      if (!found) return undefined
      return {
        key,
        bytes: found.ContentLength ?? 0,
        modifiedAt: found.LastModified?.getTime() ?? 0,
      }
    },
    async *list(folder) {
      const where = { Bucket, Prefix: prefix + requireFolder(folder), Delimiter: '/' }
      let ContinuationToken: string | undefined
      do {
        const page = await send(new ListObjectsV2Command({ ...where, ContinuationToken }))
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          yield {
            key: Key.slice(prefix.length),
            bytes: Size,
            modifiedAt: LastModified?.getTime() ?? 0,
          }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async remove(key) {
      await send(new DeleteObjectCommand(at(requireKey(key))))
    },
    async removeAbandoned(before) {
      const request = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
      const page = await send(request).catch(unlessUnknown)
      for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
        if ((Initiated?.getTime() ?? before) >= before) continue
        await send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      }
    },
    close: requests.close,
  }
}

function unlessMissing(error: unknown): undefined {
  if (isMissing((error as Error).cause)) return undefined
  throw error
}

/** Some stores end forgotten uploads themselves and cannot list them. */
function unlessUnknown(error: unknown): undefined {
  if (isNotImplemented((error as Error).cause)) return undefined
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
