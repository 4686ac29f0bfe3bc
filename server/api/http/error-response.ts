import { randomUUID } from 'node:crypto'
import { TooLargeError } from '#api/limits/too-large.ts'
import { errorPage } from '#api/pages/error-page.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import {
  Refusal,
  type RefusalDetails,
  type RefusalKind,
  type RefusalReason,
} from '#platform/refusal.ts'
import { json, Reply } from './reply.ts'

export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
} satisfies Record<RefusalKind, number>

/** The numbers by which clients of v2 tell refusals apart. */
const numberOf = {
  'application-missing': 4004,
  'never-deployed': 4014,
  'no-favourite-domain': 4021,
  'variables-invalid': 557,
  'ssh-key-invalid': 505,
  'credentials-wrong': 2001,
  'second-factor-wrong': 2001,
  'email-invalid': 550,
  'email-mine': 101,
  'email-taken': 1004,
  'provider-unknown': 2001,
  'provider-failed': -500,
} satisfies Record<RefusalReason, number>

const numberOfKind = {
  invalid: 400,
  unauthenticated: 2001,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
} satisfies Record<RefusalKind, number>

/** `page` is for browsers. */
export type ErrorShape = 'v2' | 'v4' | 'page'

/** The only place where an error becomes a status. Bodies have exactly the two shapes that strict clients decode. */
export function errorReply(error: unknown, shape: ErrorShape, log: (line: string) => void): Reply {
  const { refusal, requestId } = asRefusal(error, log)
  const { message, details } = refusal
  const sentence = details.hint ? `${message} ${details.hint}` : message
  const { number, status, headers } = toWire(refusal)
  const body =
    shape !== 'v4'
      ? {
          id: number,
          message: sentence,
          type: 'error',
          ...(details.fields && { fields: details.fields }),
        }
      : {
          apiRequestId: requestId,
          code: codeOf(refusal),
          context: details.fields ?? {},
          error: sentence,
        }
  const reply = shape === 'page' ? errorPage(sentence, status) : json(body, status)
  return new Reply({ ...reply, headers: { ...reply.headers, ...headers } })
}

function toWire(refusal: Refusal) {
  const { kind, details } = refusal
  const number = (details.reason && numberOf[details.reason]) ?? numberOfKind[kind]
  const status = statusOf[kind]
  if (refusal instanceof Bug) return { number, status: 500 }
  if (refusal instanceof TooLargeError) return { number: refusal.status, status: refusal.status }
  if (refusal instanceof WrongMethodError)
    return { number: 405, status: 405, headers: { allow: refusal.methods.join(', ') } }
  return { number, status, headers: { ...waitingHeaders(refusal), ...challenge(details) } }
}

/** When to come back, for whoever came too often. */
export const waitingHeaders = ({ kind, details }: Refusal): Record<string, string> =>
  kind === 'limited' ? { 'retry-after': String(details.wait ?? 60) } : {}

/** ProviderClient' clients send their password only when they are asked for it. */
const challenge = ({ reason }: RefusalDetails): Record<string, string> =>
  reason === 'provider-unknown' ? { 'www-authenticate': 'Basic realm="add-on providers"' } : {}

/** The codes that clients of the bridge tell apart by name. */
const codes: Partial<Record<RefusalReason, string>> = {
  'credentials-wrong': 'invalid-credential',
  'second-factor-wrong': 'invalid-mfa-code',
}

function codeOf(refusal: Refusal): string {
  const { kind, details } = refusal
  if (refusal instanceof TooLargeError) return 'berth.too-large'
  return (details.reason && codes[details.reason]) ?? `berth.${details.reason ?? kind}`
}

/** The path is right, and what is wanted of it is not: known to this listener only. */
export class WrongMethodError extends Refusal {
  readonly methods: readonly string[]

  constructor(path: string, methods: readonly string[]) {
    super('missing', `${path} only supports ${methods.join(', ')}.`)
    this.methods = methods
  }
}

/** Anything that nobody foresaw. */
class Bug extends Refusal {}

function asRefusal(error: unknown, log: (line: string) => void) {
  const requestId = randomUUID()
  if (error instanceof Refusal) return { refusal: error, requestId }
  if (isDiskFull(error)) {
    const sentence = "The platform's disk is full. Nothing was changed. Try again later."
    return { refusal: new Refusal('unavailable', sentence), requestId }
  }
  log(`bug ${requestId}: ${error instanceof Error ? error.stack : String(error)}`)
  const sentence = `Internal error. The operator can find it in the log as ${requestId}.`
  return { refusal: new Bug('unavailable', sentence), requestId }
}
