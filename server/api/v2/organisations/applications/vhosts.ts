import { domainList, domainRecord } from '#api/answers/applications.ts'
import { outcome } from '#api/answers/outcome.ts'
import { type Addresses, endpoint } from '#api/http/endpoint.ts'
import { done, noContent } from '#api/http/response.ts'
import { domainToWire } from '#api/v2/wire.ts'
import { object, string } from '#kit/schema.ts'
import {
  addDomain,
  favouriteDomain,
  removeDomain,
  setFavouriteDomain,
  unsetFavouriteDomain,
} from '#platform/hosting/applications/domains/domains.ts'
import { parseDomain } from '#platform/hosting/applications/domains/parse-domain.ts'
import { domainText } from '#platform/model/hosting/domain.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/vhosts'

/** Clients send a domain as they were shown it, with the port of the listener for visitors. */
export const domainFromWire = (text: string, { visitors }: Pick<Addresses, 'visitors'>) =>
  parseDomain(text, [visitors.https, visitors.http].map((url) => new URL(url).port).filter(Boolean))

export const listDomains = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the domains of an application',
  answer: domainList,
  async handle({ platform, application, addresses }) {
    const domains = await platform.store.domains.listOf(application.id)
    return domains.map((domain) => domainToWire(domain, addresses))
  },
})

export const putDomain = endpoint({
  method: 'PUT',
  path: `${path}/:domain`,
  access: { on: 'application', may: 'operate' },
  action: 'domain.add',
  summary: 'Adds a domain, with a path if any, to an application',
  answer: outcome,
  async handle({ platform, application, params, addresses }) {
    const name = domainFromWire(params.domain, addresses)
    await addDomain(platform, application, name)
    return done(`The domain ${domainText(name)} leads to the application.`)
  },
})

export const deleteDomain = endpoint({
  method: 'DELETE',
  path: `${path}/:domain`,
  access: { on: 'application', may: 'operate' },
  action: 'domain.remove',
  summary: 'Removes a domain from an application',
  answer: outcome,
  async handle({ platform, application, params, addresses }) {
    const name = domainFromWire(params.domain, addresses)
    await removeDomain(platform, application, name)
    return done(`The domain ${domainText(name)} was removed.`)
  },
})

export const getFavouriteDomain = endpoint({
  method: 'GET',
  path: `${path}/favourite`,
  access: { on: 'application', may: 'see' },
  summary: 'Shows the favourite domain of an application',
  answer: domainRecord,
  handle: async ({ platform, application, addresses }) =>
    domainToWire(await favouriteDomain(platform, application), addresses),
})

export const putFavouriteDomain = endpoint({
  method: 'PUT',
  path: `${path}/favourite`,
  access: { on: 'application', may: 'operate' },
  action: 'domain.prefer',
  summary: 'Makes a domain the favourite of an application, the one that clients open',
  body: object({ fqdn: string }),
  answer: domainRecord,
  async handle({ platform, application, body, addresses }) {
    const name = domainFromWire(body.fqdn, addresses)
    await setFavouriteDomain(platform, application, name)
    return domainToWire(name, addresses)
  },
})

export const deleteFavouriteDomain = endpoint({
  method: 'DELETE',
  path: `${path}/favourite`,
  access: { on: 'application', may: 'operate' },
  action: 'domain.unprefer',
  summary: 'Unsets the favourite domain of an application',
  produces: 'nothing',
  async handle({ platform, application }) {
    await unsetFavouriteDomain(platform, application)
    return noContent()
  },
})
