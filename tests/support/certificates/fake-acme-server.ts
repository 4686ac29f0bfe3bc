import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'

/** An answer of the server: its status, JSON or text, and headers. */
export interface FakeAnswer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

export interface FakeAcmeServer extends AsyncDisposable {
  directory: string
  /** PEM certificate of the authority of its listener. */
  authority: string
  /** Requests so far, as method and path. */
  readonly asked: string[]
  /** Answers of a path instead of the usual ones. */
  readonly answers: Map<string, (host: string, payload: FakePayload) => FakeAnswer>
}

/** An ACME server on loopback that verifies nothing, and lies where a test wants it to. */
export async function startFakeAcmeServer(): Promise<FakeAcmeServer> {
  const authority = createAuthority('Authority of a fake ACME server')
  const answers = new Map<string, (host: string, payload: FakePayload) => FakeAnswer>()
  const asked: string[] = []
  let origin = ''
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    asked.push(`${request.method} ${pathname}`)
    const payload = payloadOf(await text(request))
    const host = payload.identifiers?.[0]?.value ?? searchParams.get('host') ?? ''
    const answer = answers.get(pathname)?.(host, payload) ?? usual(origin, pathname, host)
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})
    response.writeHead(answer.status ?? 200, { 'replay-nonce': 'nonce', ...answer.headers })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const { certificate, key } = issueCertificate(authority, ['localhost'])
  const server = createServer({ cert: certificate, key }, (request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    directory: `${origin}/dir`,
    authority: authority.certificate,
    asked,
    answers,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A server that works: each order is ready at once, and valid when it is finalised. */
export function usual(origin: string, path: string, host: string): FakeAnswer {
  const at = (name: string) => `${origin}/${name}?host=${host}`
  const order = { authorizations: [at('authz')], finalize: at('finalize'), certificate: at('cert') }
  switch (path) {
    case '/dir':
      return { body: { newNonce: at('nonce'), newAccount: at('account'), newOrder: at('order') } }
    case '/account':
      return { status: 201, headers: { location: `${origin}/account/1` } }
    case '/order':
      return {
        status: 201,
        body: { ...order, status: 'ready' },
        headers: { location: at('order') },
      }
    case '/finalize':
      return { body: { ...order, status: 'valid' } }
    default:
      return { body: '' }
  }
}

/** What a signed request says. */
export interface FakePayload {
  identifiers?: { value: string }[]
  /** The request for a certificate, in base64url. */
  csr?: string
}

function payloadOf(body: string): FakePayload {
  if (body === '') return {}
  const { payload } = JSON.parse(body) as { payload: string }
  return payload ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as FakePayload) : {}
}
