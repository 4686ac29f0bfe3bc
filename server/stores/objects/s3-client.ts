import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import { addressIn, type S3Bucket } from './s3-address.ts'
import { asObjectStoreError, isPassing, S3Refusal } from './s3-errors.ts'

const maxAttempts = 4
/** Milliseconds of the pause after the first attempt; each one is up to twice as long as the one before. */
const firstPause = 100
/** A page of a list has 1,000 entries. */
const maxAnswerBytes = 16 * 1024 * 1024

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

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Key of an object; absent for a request to the bucket. */
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Buffer
}

/** Requests to one bucket. What failed on the way or was turned away for load is repeated with growing pauses. */
export interface S3Client {
  /** The answer, a success, with its text. */
  send(request: S3Request): Promise<{ headers: IncomingMessage['headers']; text: string }>
  /** The answer, a success, whose body the caller reads. */
  open(request: S3Request): Promise<IncomingMessage>
  close(): void
}

export function createS3Client(bucket: S3Bucket, timeouts: S3Timeouts): S3Client {
  const { region, accessKey, secretKey } = bucket
  const isPlain = addressIn(bucket).protocol === 'http:'
  const { Agent, request } = process.getBuiltinModule(isPlain ? 'node:http' : 'node:https')
  const agent = new Agent({ keepAlive: true })
  /** Keys of signatures, a day each. */
  const cache = new Map<string, ArrayBuffer>()

  /** Sends one attempt; `read` gets the answer, whatever it is, and has the time that is left. */
  const attempt = async <T>(
    { method, key, query, headers, body }: S3Request,
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> => {
    const url = addressIn(bucket, key, query)
    // In the signature, so that the store compares it with what arrives.
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': digest },
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      cache,
    }).sign()
    const asking = request(url, {
      method,
      agent,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(/^P/.test(method) && { 'content-length': body?.length ?? 0 }),
      },
    })
    const answering = new Promise<IncomingMessage>((resolve, reject) => {
      asking.on('response', resolve)
      asking.on('error', reject)
    })
    asking.on('socket', (socket) => {
      if (!socket.connecting) return
      const late = () => asking.destroy(new Error(`no connection in ${timeouts.connect / 1000} s`))
      const timer = setTimeout(late, timeouts.connect)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
    })
    asking.end(body)
    try {
      return await withTimeout(answering.then(read), timeouts.attempt, 'an answer')
    } catch (error) {
      asking.destroy()
      throw error
    }
  }

  const repeat = async <T>(
    request: S3Request,
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> => {
    const end = performance.now() + timeouts.request
    for (let count = 1; ; count++) {
      try {
        return await attempt(request, read)
      } catch (error) {
        const pause = firstPause * 2 ** (count - 1) * (1 + Math.random())
        const isLast = count === maxAttempts || performance.now() + pause > end
        if (isLast || !isPassing(error)) throw asObjectStoreError(error)
        await sleep(pause)
      }
    }
  }

  return {
    send: (request) =>
      repeat(request, async (response) => {
        const text = await textOfAnswer(response)
        // What takes long begins as a success, and may end as an error.
        if (/^\s*(<\?[^>]*>\s*)?<Error\b/.test(text)) throw new S3Refusal(200, text)
        return { headers: response.headers, text }
      }),
    open: (request) =>
      repeat(request, async (response) => {
        if (!isSuccess(response)) await textOfAnswer(response)
        return response
      }),
    close: () => agent.destroy(),
  }
}

const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

/** The text of an answer that is a success. */
async function textOfAnswer(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxAnswerBytes) throw new Error('an answer that is too long')
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString()
  if (!isSuccess(response)) throw new S3Refusal(response.statusCode ?? 0, text)
  return text
}
