import type { Identity } from '#kit/crypto/x509.ts'
import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { refuseGoneOwner } from '#platform/identity/accounts/owner.ts'
import {
  type Certificate,
  covers,
  type KeyedCertificate,
} from '#platform/model/hosting/certificate.ts'
import { type CertificateId, type OwnerId, parseCertificateId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { assignOwner } from './assign-certificates.ts'
import { type CheckedCertificate, checkCertificate } from './check-upload.ts'
import { isBelow } from './choose-certificate.ts'
import { resumeOrders } from './serve-hosts.ts'

/** Uploaded certificates per owner. */
const maxUploaded = 100

type Context = Pick<Platform, 'store' | 'clock' | 'traffic' | 'policies'> &
  Partial<Pick<Platform, 'certificateWorker'>>

/** Whom a certificate belongs to; those of the platform are for the domain that all applications are below. */
type CertificateOwner = OwnerId | 'platform'

/** Checks and stores a certificate; visitors get it from their next connection on. */
export async function uploadCertificate(
  platform: Context,
  ownerId: CertificateOwner,
  input: Identity,
): Promise<Certificate> {
  const { store, clock } = platform
  const now = clock()
  const checked = checkCertificate(input, now)
  await refuseForeignNames(platform, ownerId, checked)
  const certificate = recordOf(checked, { ownerId, source: 'uploaded', host: null, now })
  await store.transaction(async (inside) => {
    if (ownerId !== 'platform') await refuseGoneOwner(inside, ownerId)
    const uploaded = (await inside.certificates.listSummaries(ownerId)).filter(
      ({ source }) => source === 'uploaded',
    )
    if (uploaded.length >= maxUploaded) {
      throw new Refusal(
        'conflict',
        `There are ${maxUploaded} uploaded certificates already: remove one first.`,
      )
    }
    if (!(await inside.certificates.add(certificate))) {
      throw new Refusal('conflict', 'This certificate was uploaded already.')
    }
  })
  await assignOwner(platform, ownerId)
  return withoutKey(certificate)
}

/** The certificate of this owner; another owner's is reported as missing. */
export async function getCertificate(
  { store }: Pick<Platform, 'store'>,
  ownerId: CertificateOwner,
  id: string,
): Promise<Certificate> {
  const certificate = await store.certificates.find(parseCertificateId(id))
  if (certificate?.ownerId === ownerId) return certificate
  throw new Refusal('missing', `There is no certificate ${id.slice(0, 100)}.`)
}

/** Removes an uploaded certificate; its hosts get the next best one. */
export async function removeCertificate(
  platform: Context,
  ownerId: CertificateOwner,
  id: string,
): Promise<Certificate> {
  const certificate = await getCertificate(platform, ownerId, id)
  if (certificate.source === 'acme') {
    throw new Refusal(
      'conflict',
      `This certificate was issued by ACME, is renewed automatically, and is removed with its domain. To replace it, upload your own certificate for ${certificate.host}.`,
    )
  }
  await platform.store.transaction(async (store) => {
    await store.certificates.remove(certificate.id)
    if (ownerId !== 'platform') await resumeOrders(store, ownerId, certificate, platform.clock())
  })
  await assignOwner(platform, ownerId)
  platform.certificateWorker?.wake()
  return certificate
}

/** A checked certificate as it is stored. */
export function recordOf(
  checked: CheckedCertificate,
  { ownerId, source, host, now }: RecordFields,
): KeyedCertificate {
  const { certificate: chain, ...facts } = checked
  const id: CertificateId = newId('certificate')
  return { ...facts, id, ownerId, source, host, chain, createdAt: now, warnedAt: null }
}

interface RecordFields extends Pick<Certificate, 'ownerId' | 'source' | 'host'> {
  now: number
}

function withoutKey({ key: _, ...certificate }: KeyedCertificate): Certificate {
  return certificate
}

/** A certificate is only used for hosts of its owner, so that one which covers none of them is a mistake. */
async function refuseForeignNames(
  { store, policies: { appsDomain } }: Context,
  ownerId: CertificateOwner,
  { names }: CheckedCertificate,
): Promise<void> {
  const listed = names.slice(0, 10).join(', ')
  if (ownerId === 'platform') {
    if (names.some((name) => isBelow(name, appsDomain))) return
    throw new Refusal(
      'invalid',
      `The certificate names ${listed}, none of which is below ${appsDomain}: the platform's own certificates are for the domains of applications there.`,
    )
  }
  const hosts = await store.certificates.hostsOf(ownerId)
  if (hosts.some((host) => names.some((name) => covers(name, host)))) return
  throw new Refusal(
    'invalid',
    `The certificate names ${listed}, and no application here has such a domain: add the domain to an application first.`,
  )
}
