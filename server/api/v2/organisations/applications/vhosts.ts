import { domainList, domainRecord } from '#api/answers/applications.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { domainToWire } from '#api/v2/wire.ts'
import { Refusal } from '#platform/refusal.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/vhosts'

export const listDomains = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the domains of an application',
  answer: domainList,
  async handle({ platform, application, addresses }) {
    const domains = await platform.store.domains.listOf(application.id)
    return domains.map(({ name }) => domainToWire(name, addresses))
  },
})

export const getFavouriteDomain = endpoint({
  method: 'GET',
  path: `${path}/favourite`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows the favourite domain of an application',
  answer: domainRecord,
  async handle({ platform, application, addresses }) {
    const domains = await platform.store.domains.listOf(application.id)
    const favourite = domains.find((domain) => domain.favourite)
    if (favourite) return domainToWire(favourite.name, addresses)
    throw new Refusal('missing', 'The application has no favourite domain.', {
      reason: 'no-favourite-domain',
    })
  },
})
