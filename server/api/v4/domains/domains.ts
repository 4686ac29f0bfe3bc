import { ownDomainList } from '#api/answers/domains.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { domainToWire } from '#api/v2/wire.ts'
import { isWildcard } from '#platform/model/hosting/domain.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'

export const listDomainsWithFavourite = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/domains',
  access: { on: 'application', may: 'see' },
  summary: 'Lists the domains of an application, each with its URL and whether it is the favourite',
  answer: ownDomainList,
  async handle({ platform, application, addresses }) {
    const domains = await platform.store.domains.listOf(application.id)
    return domains.map((domain) => ({
      ...domainToWire(domain, addresses),
      isFavourite: domain.favourite,
      url: isWildcard(domain) ? null : visitorUrl(domain, addresses.visitors, application),
    }))
  },
})
