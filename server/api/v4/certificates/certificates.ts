import {
  certificateAnswer,
  certificateList,
  certificateOrderList,
} from '#api/answers/hosting/certificates.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { object, string } from '#kit/schema.ts'
import {
  getCertificate,
  removeCertificate,
  uploadCertificate,
} from '#platform/hosting/certificates/certificates.ts'
import { certificateToWire, orderToWire } from './certificate-record.ts'

const path = '/v4/berth/organisations/:ownerId/certificates'
const one = `${path}/:certificateId` as const
const platformPath = '/v4/berth/certificates'
const platformOne = `${platformPath}/:certificateId` as const

/** A chain of ten certificates and a key, as text. */
const maxBytes = 128 * 1024
const maxOrders = 1000
const upload = object({ chain: string, key: string })

const listCertificates = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'see' },
  summary: 'Lists the certificates of an owner, without their keys',
  answer: certificateList,
  handle: async ({ platform: { store, clock }, ownerId }) =>
    (await store.certificates.listOf(ownerId)).map((each) => certificateToWire(each, clock())),
})

const listOrders = endpoint({
  method: 'GET',
  path: `${path}/orders`,
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the domains of an owner that certificates are ordered for by ACME, failed ones first',
  answer: certificateOrderList,
  handle: async ({ platform: { store }, ownerId }) =>
    (await store.certificateOrders.listOf(ownerId, maxOrders)).map(orderToWire),
})

const postCertificate = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'administer' },
  action: 'certificate.upload',
  summary: 'Uploads a certificate for domains of the owner: a PEM chain, leaf first, and its key',
  body: upload,
  maxBytes,
  answer: certificateAnswer,
  async handle({ platform, ownerId, body: { chain, key } }) {
    const certificate = await uploadCertificate(platform, ownerId, { certificate: chain, key })
    return certificateToWire(certificate, platform.clock())
  },
})

const getCertificateRecord = endpoint({
  method: 'GET',
  path: one,
  access: { on: 'owner', may: 'see' },
  summary: 'Shows a certificate, without its key',
  answer: certificateAnswer,
  handle: async ({ platform, ownerId, params }) =>
    certificateToWire(
      await getCertificate(platform, ownerId, params.certificateId),
      platform.clock(),
    ),
})

const deleteCertificate = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'owner', may: 'administer' },
  action: 'certificate.delete',
  summary: 'Removes an uploaded certificate; its domains get the next best one',
  answer: outcome,
  async handle({ platform, ownerId, params }) {
    const { names } = await removeCertificate(platform, ownerId, params.certificateId)
    return done(`The certificate of ${names.slice(0, 10).join(', ')} was removed.`)
  },
})

const listPlatformCertificates = endpoint({
  method: 'GET',
  path: platformPath,
  access: 'operator',
  summary: 'Lists the certificates for the domain that all applications are below',
  answer: certificateList,
  handle: async ({ platform: { store, clock } }) =>
    (await store.certificates.listOf('platform')).map((each) => certificateToWire(each, clock())),
})

const postPlatformCertificate = endpoint({
  method: 'POST',
  path: platformPath,
  access: 'operator',
  action: 'certificate.upload-for-platform',
  summary: 'Uploads a certificate for the domain that all applications are below',
  body: upload,
  maxBytes,
  answer: certificateAnswer,
  async handle({ platform, body: { chain, key } }) {
    const certificate = await uploadCertificate(platform, 'platform', { certificate: chain, key })
    return certificateToWire(certificate, platform.clock())
  },
})

const deletePlatformCertificate = endpoint({
  method: 'DELETE',
  path: platformOne,
  access: 'operator',
  action: 'certificate.delete-of-platform',
  summary: 'Removes a certificate for the domain that all applications are below',
  answer: outcome,
  async handle({ platform, params }) {
    const { names } = await removeCertificate(platform, 'platform', params.certificateId)
    return done(`The certificate of ${names.slice(0, 10).join(', ')} was removed.`)
  },
})

export const certificateEndpoints: readonly Endpoint[] = [
  listCertificates,
  listOrders,
  postCertificate,
  getCertificateRecord,
  deleteCertificate,
  listPlatformCertificates,
  postPlatformCertificate,
  deletePlatformCertificate,
]
