import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Requests } from './s3-requests.ts'

const megabyte = 1024 * 1024
/** S3 asks for 5 MB at least. One part is in memory at a time, and the beginning of the next. */
const minPartBytes = 8 * megabyte
/** S3 allows 10,000. */
const maxParts = 9000
/** Of each part; the store has to be told at the beginning, or it refuses them at the end. */
const checksums = { ChecksumAlgorithm: 'CRC32' } as const

/** Sends a content in one request, or in parts when it is larger than one. */
export async function upload(
  requests: S3Requests,
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
    await requests.send(new PutObjectCommand({ ...requests.at(key), Body: body }))
    return
  }
  await uploadParts(requests, key, [first.value, second.value], parts)
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
  requests: S3Requests,
  key: string,
  begun: Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const at = requests.at(key)
  const mark = randomUUID()
  const { UploadId } = await requests.send(
    new CreateMultipartUploadCommand({ ...at, ...checksums, Metadata: { upload: mark } }),
  )
  const done: CompletedPart[] = []
  const send = async (body: Buffer) => {
    const PartNumber = done.length + 1
    const part = { ...at, ...checksums, UploadId, PartNumber, Body: body }
    const { ETag, ChecksumCRC32 } = await requests.send(new UploadPartCommand(part))
    done.push({ PartNumber, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) })
  }
  try {
    for (let body = begun.shift(); body; body = begun.shift()) await send(body)
    for await (const body of rest) await send(body)
    await requests.send(
      new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: done } }),
    )
  } catch (error) {
    if (await isThere(requests, key, mark)) return
    await requests.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => {})
    throw error
  }
}

/** Whether this very upload was completed: the answer may have been lost, and its repetition refused. */
async function isThere(requests: S3Requests, key: string, mark: string): Promise<boolean> {
  const head = await requests.send(new HeadObjectCommand(requests.at(key))).catch(() => undefined)
  return head?.Metadata?.upload === mark
}
