import { type Addresses, endpoint } from '#api/http/endpoint.ts'
import { readCount } from '#api/http/query.ts'
import {
  addonOfPartner,
  knownToPartner,
  ownerKnownToPartner,
} from '#platform/providers/calls/provider-view.ts'

const list = '/v2/vendor/apps'
const one = `${list}/:addonId` as const
const pageLength = 100

export const callbackUrl = ({ api }: Pick<Addresses, 'api'>, addonId: string) =>
  `${api}${list}/${addonId}`

export const listVendorApps = endpoint({
  method: 'GET',
  path: list,
  access: 'partner',
  summary: "Lists a partner's add-ons, a hundred at a time from `offset` on",
  async handle({ platform, addresses, provider, query }) {
    const { offset = 0 } = readCount(query, 'offset')
    const plans = await platform.store.plans.listOf(provider.id)
    const slugs = new Map(plans.map(({ id, slug }) => [id, slug]))
    const addons = await platform.store.addons.listOfProvider(provider.id, {
      limit: pageLength,
      offset,
      states: knownToPartner,
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
  access: 'partner',
  summary: "Shows one of a partner's add-ons, once the order for it has been answered",
  async handle({ platform, addresses, provider, params }) {
    const addon = await addonOfPartner(platform, provider, params.addonId)
    const owner = await ownerKnownToPartner(platform, addon.ownerId)
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
