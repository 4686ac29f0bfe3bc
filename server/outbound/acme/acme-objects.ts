import { objectIn } from './acme-session.ts'
import { type AcmeAnswer, unavailable } from './acme-transport.ts'

/** An order of a certificate for one host (RFC 8555, 7.1.3). What the server has left out is empty. */
export interface AcmeOrder {
  url: string
  status: string
  /** Address of the one authorization. */
  authorization: string
  finalize: string
  /** Once it is valid. */
  certificate: string
  error: unknown
}

/** What proves to the server who has a host (RFC 8555, 7.1.4). */
export interface AcmeAuthorization {
  host: string
  status: string
  challenges: { type: string; url: string; token: string; error: unknown }[]
}

/** The order in an answer; a new one has its address in the header. */
export function orderIn(answer: AcmeAnswer, url = answer.headers.location ?? ''): AcmeOrder {
  const order = objectIn(answer)
  const { authorizations } = order
  if (!Array.isArray(authorizations) || authorizations.length !== 1)
    throw unavailable('wants more to be verified than the ordered host')
  return {
    url,
    status: textOf(order.status),
    authorization: textOf(authorizations[0]),
    finalize: textOf(order.finalize),
    certificate: textOf(order.certificate),
    error: order.error,
  }
}

export function authorizationIn(answer: AcmeAnswer): AcmeAuthorization {
  const { identifier, status, challenges } = objectIn(answer)
  const all: unknown[] = Array.isArray(challenges) ? challenges : []
  return {
    host: textOf(propertiesOf(identifier).value).toLowerCase(),
    status: textOf(status),
    challenges: all.map(propertiesOf).map(({ type, url, token, error }) => ({
      type: textOf(type),
      url: textOf(url),
      token: textOf(token),
      error,
    })),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const propertiesOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
