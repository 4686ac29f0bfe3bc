import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { uploadCertificate } from '#platform/hosting/certificates/certificates.ts'
import { ownDomain } from '#platform/model/hosting/domain.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { promote, type Scene } from '#tests/laws/matrix/scene.ts'

const path = '/v4/berth/organisations/:ownerId/certificates'
const platformPath = '/v4/berth/certificates'
const authority = createAuthority('An authority')

const identityFor = ({ setup, application }: Scene) =>
  issueCertificate(authority, [ownDomain(application.id, setup.platform.policies.appsDomain)])

const uploadOf = (scene: Scene) => {
  const { certificate: chain, key } = identityFor(scene)
  return { body: { chain, key } }
}

const ofCertificate = async (scene: Scene, ownerId: OwnerId | 'platform') => {
  const { id } = await uploadCertificate(scene.setup.platform, ownerId, identityFor(scene))
  return { params: { certificateId: id } }
}

const ofOwner = (scene: Scene) => ofCertificate(scene, scene.organisationId)

const asOperator = (scene: Scene) => {
  promote(scene)
  return {}
}

export const certificateEntries: Entries = {
  [`GET ${path}`]: { status: 200 },
  [`GET ${path}/orders`]: { status: 200 },
  [`POST ${path}`]: { status: 200, arrange: uploadOf },
  [`GET ${path}/:certificateId`]: { status: 200, arrange: ofOwner },
  [`DELETE ${path}/:certificateId`]: { status: 200, arrange: ofOwner },
  [`GET ${platformPath}`]: { status: 200, arrange: asOperator },
  [`POST ${platformPath}`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      return uploadOf(scene)
    },
  },
  [`DELETE ${platformPath}/:certificateId`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      return ofCertificate(scene, 'platform')
    },
  },
}
