import type { certificateAnswer, certificateOrderList } from '#api/answers/hosting/certificates.ts'
import type { Infer } from '#kit/schema.ts'
import {
  type Certificate,
  type CertificateOrder,
  stateOf,
} from '#platform/model/hosting/certificate.ts'

const iso = (time: number) => new Date(time).toISOString()

export const certificateToWire = (
  certificate: Certificate,
  now: number,
): Infer<typeof certificateAnswer> => ({
  id: certificate.id,
  ownerId: certificate.ownerId,
  source: certificate.source,
  names: certificate.names,
  ...(certificate.host !== null && { host: certificate.host }),
  subject: certificate.subject,
  issuer: certificate.issuer,
  serialNumber: certificate.serialNumber,
  fingerprint: certificate.fingerprint,
  notBefore: iso(certificate.notBefore),
  notAfter: iso(certificate.notAfter),
  state: stateOf(certificate, now),
  chain: certificate.chain,
})

export const orderToWire = ({
  host,
  failures,
  problem,
  attemptedAt,
  attemptedBy,
  dueAt,
}: CertificateOrder): Infer<typeof certificateOrderList>[number] => ({
  host,
  state:
    problem !== null
      ? 'failed'
      : attemptedAt === null || attemptedBy !== null
        ? 'pending'
        : 'issued',
  failures,
  ...(problem !== null && { problem }),
  nextAttempt: iso(dueAt),
})
