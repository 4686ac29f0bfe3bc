import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { textOf } from '#kit/xml/flat-xml.ts'

/** An S3 server with the admin API of the Versity gateway, and the keys of its administrator. */
export interface GatewayAddress {
  /** Origin of S3, such as `https://s3.example.org`. */
  url: string
  /** Origin of the admin API; the same when the gateway has no port of its own for it. */
  adminUrl: string
  keyId: string
  secret: string
}

export interface GatewayRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Of the URL, encoded. */
  path: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Milliseconds; an answer to a list takes longer where a bucket is large. */
  timeout?: number
}

/** An answer that is not a success. */
export class GatewayError extends Error {
  readonly status: number
  /** S3's name of the error, such as `NoSuchBucket`. */
  readonly code: string

  constructor({ method, path }: GatewayRequest, status: number, answer: string) {
    const code = textOf(answer, 'Code') ?? ''
    super(`${method} ${path}: ${status} ${code} ${textOf(answer, 'Message') ?? ''}`.trim())
    this.status = status
    this.code = code
  }
}

/** Sends a request as the administrator, and returns the text of a success. */
export type SendToGateway = (to: 's3' | 'admin', request: GatewayRequest) => Promise<string>

const region = 'us-east-1'
const usualTimeout = 30_000
/** A page of a list has 1,000 entries, but that of all buckets of a server is a single one. */
const maxAnswer = 64 * 1024 * 1024

export function gatewayRequests(address: GatewayAddress): SendToGateway {
  /** Keys of signatures, a day each. */
  const cache = new Map<string, ArrayBuffer>()
  return async (to, request) => {
    const { method, path, query = {}, headers = {}, body = '', timeout = usualTimeout } = request
    const url = new URL(path, to === 'admin' ? address.adminUrl : address.url)
    url.search = new URLSearchParams(query).toString()
    const digest = createHash('sha256').update(body).digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': digest },
      accessKeyId: address.keyId,
      secretAccessKey: address.secret,
      service: 's3',
      region,
      cache,
    }).sign()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body === '' ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    }).catch((cause: Error) => {
      const reason = (cause.cause as Error | undefined)?.message ?? cause.message
      throw new Error(`the object store at ${url.origin} does not answer: ${reason}`, { cause })
    })
    const text = await boundedText(response)
    if (!response.ok) throw new GatewayError(request, response.status, text)
    return text
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxAnswer) throw new Error('the object store gave an answer that is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
