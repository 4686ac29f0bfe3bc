import { S3Client } from '@aws-sdk/client-s3'

/** A bucket of an S3-compatible store, with the rights to read, write and delete in it. */
export interface S3Bucket {
  bucket: string
  /** Begins every key; empty, or ending with a slash. */
  prefix: string
  /** Address of the store; that of AWS in the region when absent. */
  endpoint?: string | undefined
  region: string
  accessKey: string
  secretKey: string
}

const maxAttempts = 4

/** Timeouts of requests, in milliseconds. */
export interface S3Timeouts {
  connect: number
  /** Of one attempt. */
  attempt: number
  /** Of all attempts. */
  request: number
  /** Longest pause of a content that is being read. */
  pause: number
}

export const defaultTimeouts: S3Timeouts = {
  connect: 5000,
  attempt: 60_000,
  request: 180_000,
  pause: 60_000,
}

/**
 * The client of AWS. It repeats requests that failed on the way or were turned away for load, with growing pauses, and
 * sends a CRC of each body, which the store compares.
 */
export const createS3Client = (
  { endpoint, region, accessKey, secretKey }: S3Bucket,
  timeouts: S3Timeouts,
): S3Client =>
  new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts,
    // Names of buckets are rarely host names below a store of one's own.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestHandler: {
      connectionTimeout: timeouts.connect,
      requestTimeout: timeouts.attempt,
      throwOnRequestTimeout: true,
    },
  })
