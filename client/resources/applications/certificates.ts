import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'

/** A certificate, without its key. */
export interface Certificate {
  id: string
  ownerId: string
  source: 'uploaded' | 'acme'
  names: string[]
  host?: string
  subject: string
  issuer: string
  serialNumber: string
  fingerprint: string
  /** ISO 8601. */
  notBefore: string
  notAfter: string
  state: 'valid' | 'expiring' | 'expired'
  /** PEM, leaf first. */
  chain: string
}

/** A domain that certificates are ordered for by ACME. */
export interface CertificateOrder {
  host: string
  state: 'pending' | 'issued' | 'failed'
  failures: number
  problem?: string
  /** ISO 8601. */
  nextAttempt: string
}

export interface CertificateUpload {
  /** PEM, leaf first. */
  chain: string
  /** PEM. */
  key: string
}

/** Without an owner: the platform's own, for operators. */
const of = (ownerId: string | undefined) =>
  ownerId === undefined
    ? path`/v4/berth/certificates`
    : path`/v4/berth/organisations/${ownerId}/certificates`

export const certificates = ({ ask }: Connection) => ({
  list: (ownerId: string | undefined) => ask<Certificate[]>({ method: 'GET', path: of(ownerId) }),

  orders: (ownerId: string) =>
    ask<CertificateOrder[]>({
      method: 'GET',
      path: path`/v4/berth/organisations/${ownerId}/certificates/orders`,
    }),

  add: (ownerId: string | undefined, body: CertificateUpload) =>
    ask<Certificate>({ method: 'POST', path: of(ownerId), body }),

  remove: (ownerId: string | undefined, id: string) =>
    ask<Message>({
      method: 'DELETE',
      path:
        ownerId === undefined
          ? path`/v4/berth/certificates/${id}`
          : path`/v4/berth/organisations/${ownerId}/certificates/${id}`,
    }),
})
