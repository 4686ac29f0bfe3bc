import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { GitService } from '#git/git-session.ts'
import { type Outlet, writeTo } from '#git/wire/outlet.ts'
import { isId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal, statusOfKind } from '#platform/model/refusal.ts'

/** A request of git's smart HTTP protocol. */
export interface GitRequest {
  applicationId: ApplicationId
  service: GitService
  /** First the ref advertisement, then the exchange. */
  step: 'advertise' | 'exchange'
  /** The protocol version that the client asked for. */
  protocol: string | undefined
}

const path = /^\/([a-z0-9_-]{1,64})(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/
const services = new Set<string>(['git-upload-pack', 'git-receive-pack'] satisfies GitService[])

const isService = (text: string | null): text is GitService => text !== null && services.has(text)

/** Parses the three kinds of requests of the smart protocol and refuses any other. */
export function parseGitRequest(request: IncomingMessage): GitRequest {
  const [target = '', query] = request.url?.split('?', 2) ?? []
  const [, applicationId = '', action = ''] = path.exec(target) ?? []
  if (!isId('app', applicationId)) {
    throw new Refusal('missing', 'There is no such repository: its address ends with /app_….git')
  }
  const step = action === 'info/refs' ? 'advertise' : 'exchange'
  const service = step === 'advertise' ? new URLSearchParams(query).get('service') : action
  if (!isService(service)) {
    throw new Refusal('invalid', 'Only git clients that speak the smart protocol can be served')
  }
  if (request.method !== (step === 'advertise' ? 'GET' : 'POST')) {
    throw new Refusal('invalid', `${request.method} is not what git sends here`)
  }
  const isTyped = request.headers['content-type'] === `application/x-${service}-request`
  if (step === 'exchange' && !isTyped) {
    throw new Refusal('invalid', `git sends application/x-${service}-request here`)
  }
  return { applicationId, service, step, protocol: protocolOf(request, service) }
}

function protocolOf(request: IncomingMessage, service: GitService): string | undefined {
  const asked = request.headers['git-protocol']
  const isKnown = typeof asked === 'string' && /^version=[012]$/.test(asked)
  return isKnown && service === 'git-upload-pack' ? asked : undefined
}

/** The decoded body. */
export function bodyOf(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return request
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new Refusal('invalid', `A body in the encoding ${encoding} cannot be read here; gzip can`)
  }
  const body = createGunzip()
  // A client that disconnects ends the body too.
  request.on('close', () => request.complete || body.destroy())
  return request.pipe(body)
}

const neverKept = {
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
}

/**
 * Body of a successful response; headers are sent with the first bytes, so that an earlier failure can still be
 * reported.
 */
export function responseOutlet(response: ServerResponse, contentType: string): Outlet {
  return {
    get isGone() {
      return response.destroyed
    },
    async write(bytes) {
      if (!response.headersSent) {
        response.writeHead(200, { 'Content-Type': contentType, ...neverKept })
      }
      if (bytes.length > 0) await writeTo(response, bytes)
    },
  }
}

/** Refuses with one sentence, which git prints after `remote:`. */
export function refuse(response: ServerResponse, error: unknown, sentence: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(statusFor(error), {
    'Content-Type': 'text/plain; charset=utf-8',
    ...neverKept,
    ...(isAnonymous(error) && { 'WWW-Authenticate': 'Basic realm="Berth"' }),
    ...retryAfter(error),
  })
  response.end(`${sentence}\n`)
}

/** What the client has to wait, in seconds. */
function retryAfter(error: unknown): { 'Retry-After'?: string } {
  const wait = error instanceof Refusal ? error.details.wait : undefined
  return wait === undefined ? {} : { 'Retry-After': String(wait) }
}

const isAnonymous = (error: unknown) => error instanceof Refusal && error.kind === 'unauthenticated'

function statusFor(error: unknown): number {
  return error instanceof Refusal ? statusOfKind[error.kind] : 500
}
