import { AcmeError } from '#platform/model/hosting/acme-client.ts'
import { type AcmeAnswer, unavailable } from './acme-transport.ts'

const prefix = 'urn:ietf:params:acme:error:'
const maxDetail = 300

/** Problems of the platform's account, which no host is to blame for. */
const accountProblems = new Set([
  'accountDoesNotExist',
  'badPublicKey',
  'badSignatureAlgorithm',
  'externalAccountRequired',
  'invalidContact',
  'unsupportedContact',
  'userActionRequired',
])

/** A problem document (RFC 7807) of an ACME server. */
export interface AcmeProblem {
  type: string
  detail: string
}

/** Reads a problem that an ACME server wrote, whatever it is. */
export function problemOf(value: unknown): AcmeProblem {
  const { type, detail } = (typeof value === 'object' && value !== null ? value : {}) as {
    type?: unknown
    detail?: unknown
  }
  const text = typeof detail === 'string' ? detail.replace(/[\p{C}\s]+/gu, ' ').trim() : ''
  return {
    type: typeof type === 'string' ? type.replace(prefix, '').slice(0, 100) : '',
    detail: text.slice(0, maxDetail),
  }
}

/** The error of an answer that is not a success; `undefined` for one that the client handles itself. */
export function errorOf({ status, headers, text }: AcmeAnswer, now: number): AcmeError | undefined {
  if (status < 300) return undefined
  if (status < 400) return unavailable(`answered with a redirect (${status})`)
  const { type, detail } = problemOf(parsed(text))
  if (type === 'badNonce') return undefined
  const said = detail || `status ${status}`
  const retryAfter = retryAfterOf(headers['retry-after'], now)
  if (status === 429 || type === 'rateLimited') {
    return new AcmeError('limited', `The ACME server limits orders: ${said}`, {
      retryAfter,
      problem: type,
    })
  }
  if (status >= 500) {
    return new AcmeError('unavailable', `The ACME server failed: ${said}`, {
      retryAfter,
      hasAnswered: true,
    })
  }
  const kind = accountProblems.has(type) ? 'unavailable' : 'rejected'
  return new AcmeError(kind, `The ACME server refused: ${said}`, { retryAfter, problem: type })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds of a `Retry-After` header, which has seconds or a date. */
function retryAfterOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
