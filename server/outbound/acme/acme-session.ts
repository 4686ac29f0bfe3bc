import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { errorOf } from './acme-problem.ts'
import { type AcmeAnswer, type createAcmeTransport, unavailable } from './acme-transport.ts'

/** How often a request is repeated because the server wants another nonce (RFC 8555, 6.5). */
const maxNonces = 5

export interface AcmeSessionOptions {
  /** Address of the server's directory. */
  directory: string
  transport: ReturnType<typeof createAcmeTransport>
  signal: AbortSignal
  /** Of the account: P-256, PEM. */
  key: string
  /** Address of the account; absent until it is registered. */
  account?: string
}

/** Requests of one account to an ACME server, signed (RFC 8555, 6.2). */
export interface AcmeSession {
  /** Address of a resource that the directory names, such as `newOrder`. */
  addressOf(resource: string): Promise<string>
  /** Sends JSON, or asks for what is there if there is none to send; the answer is a success. */
  post(url: string, content?: object): Promise<AcmeAnswer>
  /** What proves to the server that this account answers a challenge (RFC 8555, 8.1). */
  keyAuthorization(token: string): string
}

export function openAcmeSession({
  directory,
  transport,
  signal,
  key,
  account,
}: AcmeSessionOptions): AcmeSession {
  const privateKey = createPrivateKey(key)
  const { crv, kty, x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  // In the order of the names, which the thumbprint is made of (RFC 7638).
  const jwk = { crv, kty, x, y }
  let resources: Promise<Record<string, unknown>> | undefined
  let nonce: string | undefined

  const send = async (method: string, url: string, body?: string): Promise<AcmeAnswer> => {
    const headers = { 'content-type': 'application/jose+json' }
    const answer = await transport({ url, method, headers, body, signal })
    nonce = answer.headers['replay-nonce']
    const error = errorOf(answer, Date.now())
    if (error) throw error
    return answer
  }

  const addressOf = async (resource: string): Promise<string> => {
    resources ??= send('GET', directory).then(objectIn)
    const address = (await resources)[resource]
    if (typeof address !== 'string') throw unavailable(`names no address of ${resource}`)
    return address
  }

  const freshNonce = async (): Promise<string> => {
    await send('HEAD', await addressOf('newNonce'))
    return nonce ?? Promise.reject(unavailable('gives no nonce'))
  }

  const signed = (url: string, payload: string, used: string): string => {
    const by = account === undefined ? { jwk } : { kid: account }
    const header = base64url(JSON.stringify({ alg: 'ES256', ...by, nonce: used, url }))
    const text = `${header}.${payload}`
    const signature = sign('sha256', Buffer.from(text), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    return JSON.stringify({ protected: header, payload, signature: base64url(signature) })
  }

  return {
    addressOf,
    async post(url, content) {
      const payload = content ? base64url(JSON.stringify(content)) : ''
      for (let attempt = 0; attempt < maxNonces; attempt++) {
        const used = nonce ?? (await freshNonce())
        // A nonce is valid once.
        nonce = undefined
        const answer = await send('POST', url, signed(url, payload, used))
        if (answer.status < 300) return answer
      }
      throw unavailable('refuses every nonce')
    },
    keyAuthorization: (token) =>
      `${token}.${createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')}`,
  }
}

/** The object that an answer has as JSON. */
export function objectIn({ text }: AcmeAnswer): Record<string, unknown> {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw unavailable('gave an answer that is not ACME')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const base64url = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')
