import { vendorAppAnswer, vendorAppList } from '#api/answers/addons.ts'
import { type Addresses, endpoint } from '#api/http/endpoint.ts'
import { count, readQuery } from '#api/http/query.ts'
import {
  addonOfProvider,
  knownToProvider,
  ownerKnownToProvider,
} from '#platform/marketplace/providers/calls/provider-view.ts'
import type { AddonId } from '#platform/model/ids.ts'

const list = '/v2/vendor/apps'
const one = `${list}/:addonId` as const
const pageLength = 100
const parameters = { offset: count }

export const callbackUrl = ({ api }: Pick<Addresses, 'api'>, addonId: AddonId) =>
  `${api}${list}/${addonId}`

export const listVendorApps = endpoint({
  method: 'GET',
  path: list,
  access: 'provider',
  summary: "Lists a provider's add-ons, a hundred at a time from `offset` on",
  query: parameters,
  answer: vendorAppList,
  async handle({ platform, addresses, provider, query }) {
    const { offset = 0 } = readQuery(query, parameters)
    const plans = await platform.store.plans.listOf(provider.id)
    const slugs = new Map(plans.map(({ id, slug }) => [id, slug]))
    const addons = await platform.store.addons.listOfProvider(provider.id, {
      limit: pageLength,
      offset,
      states: knownToProvider,
    })
    return addons.map(({ id, ownerId, planId }) => ({
      provider_id: provider.id,
      addon_id: id,
      heroku_id: id,
      callback_url: callbackUrl(addresses, id),
      plan: slugs.get(planId) ?? '',
      owner_id: ownerId,
    }))
  },
})

export const getVendorApp = endpoint({
  method: 'GET',
  path: one,
  access: 'provider',
  workload: 'built-in providers',
  summary: "Shows one of a provider's add-ons, once the order for it has been answered",
  answer: vendorAppAnswer,
  async handle({ platform, addresses, provider, params }) {
    const addon = await addonOfProvider(platform, provider, params.addonId)
    const owner = await ownerKnownToProvider(platform, addon.ownerId)
    return {
      id: addon.id,
      name: addon.name,
      config: addon.config,
      callback_url: callbackUrl(addresses, addon.id),
      owner_id: addon.ownerId,
      owner_name: owner.name,
      owner_email: owner.emails[0] ?? '',
      owner_emails: owner.emails,
      region: 'eu',
      domains: [],
    }
  },
})
