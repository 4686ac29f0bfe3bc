import { domainProofAnswer } from '#api/answers/domains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { domainFromWire } from '#api/v2/organisations/applications/vhosts.ts'
import { domainToWire } from '#api/v2/wire.ts'
import { checkProof } from '#platform/hosting/applications/domains/check-proof.ts'

export const getDomainProof = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/domains/:domain/proof',
  access: { on: 'application', may: 'see' },
  summary:
    'Shows the DNS record that proves who owns a domain, if the operator wants one, and whether it is there',
  answer: domainProofAnswer,
  // It asks servers of others, which takes longer than an answer of ours.
  cost: 5,
  async handle({ platform, application, params, addresses }) {
    const name = domainFromWire(params.domain, addresses)
    const proof = await checkProof(platform, application, name)
    return { ...domainToWire(name, addresses), proof: proof ?? null }
  },
})
