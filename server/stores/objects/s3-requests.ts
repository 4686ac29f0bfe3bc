import type { S3Client } from '@aws-sdk/client-s3'
import { createS3Client, type S3Bucket, type S3Timeouts } from './s3-client.ts'
import { asObjectStoreError } from './s3-errors.ts'

/** Requests to one bucket, each with a timeout. */
export interface S3Requests {
  /** Bucket and full key of an object. */
  at(key: string): { Bucket: string; Key: string }
  send: S3Client['send']
  close(): void
}

export function createS3Requests(bucket: S3Bucket, timeouts: S3Timeouts): S3Requests {
  const client = createS3Client(bucket, timeouts)
  const send = async (command: Parameters<S3Client['send']>[0]) => {
    try {
      return await client.send(command, { abortSignal: AbortSignal.timeout(timeouts.request) })
    } catch (error) {
      throw asObjectStoreError(error)
    }
  }
  return {
    at: (key) => ({ Bucket: bucket.bucket, Key: bucket.prefix + key }),
    send: send as S3Client['send'],
    close: () => client.destroy(),
  }
}
