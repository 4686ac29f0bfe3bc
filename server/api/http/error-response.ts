import { randomUUID } from 'node:crypto'
import type { errorAnswer, errorV4Answer } from '#api/answers/errors.ts'
import { TooLargeError } from '#api/limits/too-large.ts'
import { logBug } from '#api/log-bug.ts'
import { errorPage } from '#api/pages/error-page.ts'
import { diskProblemOf } from '#kit/files/disk-full.ts'
import { isMissingReference } from '#kit/files/missing-reference.ts'
import type { Infer } from '#kit/schema.ts'
import {
  Refusal,
  type RefusalDetails,
  type RefusalKind,
  type RefusalReason,
  statusOfKind,
} from '#platform/model/refusal.ts'
import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { json } from './response.ts'

/** Numeric error codes of v2. */
const numberOf = {
  'application-missing': 4004,
  'never-deployed': 4014,
  'github-not-linked': 7301,
  'no-favourite-domain': 4021,
  'domain-unknown': 3004,
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

/** `page` is HTML for browsers. */
export type ErrorShape = 'v2' | 'v4' | 'page'

/** Seconds after which a client should try again while the database is away. */
const outageWait = 5

/** The only place that maps errors to statuses. Bodies have exactly the two shapes that strict clients decode. */
export function errorResponse(
  error: unknown,
  shape: ErrorShape,
  log: (line: string) => void,
): Response {
  const requestId = randomUUID()
  const { status, number, code, sentence, fields, headers } = describe(error, requestId, log)
  const v4: Infer<typeof errorV4Answer> = {
    apiRequestId: requestId,
    code,
    context: fields ?? {},
    error: sentence,
  }
  const v2: Infer<typeof errorAnswer> = {
    id: number,
    message: sentence,
    type: 'error',
    ...(fields && { fields }),
  }
  const response =
    shape === 'page' ? errorPage(sentence, status) : json(shape === 'v4' ? v4 : v2, status)
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value)
  return response
}

/** An error, as input of both shapes. */
interface ErrorDescription {
  status: number
  /** Error code of v2. */
  number: number
  /** Error code of v4. */
  code: string
  sentence: string
  fields?: Record<string, string> | undefined
  headers?: Record<string, string>
}

function describe(
  error: unknown,
  requestId: string,
  log: (line: string) => void,
): ErrorDescription {
  if (error instanceof Refusal) return describeRefusal(error)
  const diskProblem = diskProblemOf(error)
  if (diskProblem) {
    logBug(log, error)
    const kept = diskProblem === 'failing' ? '' : ' Nothing was changed.'
    const sentence = `The platform's disk is ${diskProblem}.${kept} Try again later.`
    return describeRefusal(new Refusal('unavailable', sentence))
  }
  if (error instanceof StoreUnavailableError) {
    const sentence = "The platform's database is not available. Try again in a few seconds."
    const headers = { 'retry-after': String(outageWait) }
    return { ...describeRefusal(new Refusal('unavailable', sentence)), headers }
  }
  if (isMissingReference(error)) {
    const sentence = 'What this belongs to was deleted at the same moment. Nothing was changed.'
    return describeRefusal(new Refusal('conflict', sentence))
  }
  logBug(log, error, requestId)
  return {
    status: 500,
    number: numberOfKind.unavailable,
    code: 'berth.unavailable',
    sentence: `Internal error. The operator can find it in the log as ${requestId}.`,
  }
}

function describeRefusal(refusal: Refusal): ErrorDescription {
  const { kind, message, details } = refusal
  const { reason, hint, fields } = details
  const said = {
    code: (reason && codes[reason]) ?? `berth.${reason ?? kind}`,
    sentence: hint ? `${message} ${hint}` : message,
    fields,
  }
  if (refusal instanceof TooLargeError) {
    const { status } = refusal
    return { ...said, status, number: status, code: 'berth.too-large' }
  }
  if (refusal instanceof WrongMethodError) {
    const headers = { allow: refusal.methods.join(', ') }
    return { ...said, status: 405, number: 405, headers }
  }
  return {
    ...said,
    status: statusOfKind[kind],
    number: (reason && numberOf[reason]) ?? numberOfKind[kind],
    headers: { ...waitingHeaders(refusal), ...challenge(details) },
  }
}

/** `Retry-After` for rate-limited clients. */
export const waitingHeaders = ({ kind, details }: Refusal): Record<string, string> =>
  kind === 'limited' ? { 'retry-after': String(details.wait ?? 60) } : {}

/** Basic authentication challenge: clients of providers send their password only after one. */
const challenge = ({ reason }: RefusalDetails): Record<string, string> =>
  reason === 'provider-unknown' ? { 'www-authenticate': 'Basic realm="add-on providers"' } : {}

/** Codes that clients of the bridge distinguish. */
const codes: Partial<Record<RefusalReason, string>> = {
  'credentials-wrong': 'invalid-credential',
  'second-factor-wrong': 'invalid-mfa-code',
}

/** The path exists, but not with this method. */
export class WrongMethodError extends Refusal {
  readonly methods: readonly string[]

  constructor(path: string, methods: readonly string[]) {
    super('missing', `${path} only supports ${methods.join(', ')}.`)
    this.methods = methods
  }
}
