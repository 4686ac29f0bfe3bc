import type { ServerResponse } from 'node:http'
import { type Outlet, writeTo } from '#git/wire/outlet.ts'
import { Refusal, type RefusalKind } from '#platform/refusal.ts'

/** An address has sent wrong credentials too often and has to wait. */
export class TooManyAttempts extends Refusal {
  readonly seconds: number

  constructor(seconds: number) {
    super('unavailable', `Too many wrong credentials came from this address: wait ${seconds} s`)
    this.seconds = seconds
  }
}

const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
} satisfies Record<RefusalKind, number>

const neverKept = {
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
}

/** The body of a good answer; the head goes out with the first bytes, so that a failure before can still be told. */
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

/** Says no in one sentence, which git prints behind `remote:`. */
export function refuse(response: ServerResponse, error: unknown, sentence: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(statusFor(error), {
    'Content-Type': 'text/plain; charset=utf-8',
    ...neverKept,
    ...(isAnonymous(error) && { 'WWW-Authenticate': 'Basic realm="Berth"' }),
    ...(error instanceof TooManyAttempts && { 'Retry-After': String(error.seconds) }),
  })
  response.end(`${sentence}\n`)
}

const isAnonymous = (error: unknown) => error instanceof Refusal && error.kind === 'unauthenticated'

function statusFor(error: unknown): number {
  if (error instanceof TooManyAttempts) return 429
  return error instanceof Refusal ? statusOf[error.kind] : 500
}
