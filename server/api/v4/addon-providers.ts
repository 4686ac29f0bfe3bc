import { ownedOfferAnswer, ownedOfferList, versionsAnswer } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { offerToWire } from '#api/v2/provider-record.ts'
import { object, string } from '#kit/schema.ts'
import { findOfferOfAny, type Offer, offerOf } from '#platform/marketplace/providers/catalogue.ts'
import { moveProvider } from '#platform/marketplace/providers/stage.ts'
import { optionsOf, versionsOf } from '#platform/marketplace/providers/versions.ts'
import { Refusal } from '#platform/model/refusal.ts'

const list = '/v4/addon-providers'
const one = `${list}/:providerId` as const

export const getVersions = endpoint({
  method: 'GET',
  path: one,
  access: 'visitor',
  summary: 'Shows the versions in which the add-ons of a provider come',
  answer: versionsAnswer,
  async handle({ platform, caller, params }) {
    const owners = caller
      ? [
          caller.userId,
          ...(await platform.store.organisations.listOf(caller.userId)).map(
            ({ organisation }) => organisation.id,
          ),
        ]
      : []
    return versionsToWire(await findOfferOfAny(platform, owners, params.providerId))
  },
})

export const listAllProviders = endpoint({
  method: 'GET',
  path: list,
  access: 'operator',
  summary: 'Lists every add-on provider of the platform, with its owner',
  answer: ownedOfferList,
  async handle({ platform }) {
    const offers = (await platform.store.providers.listAll()).map((one) => offerOf(platform, one))
    return (await Promise.all(offers)).map(toWire)
  },
})

export const putStage = endpoint({
  method: 'PUT',
  path: `${one}/stage`,
  access: 'operator',
  action: 'provider.move',
  summary: 'Moves an add-on provider to another stage: BETA_PRIV, BETA_PUB, RELEASE or DELETED',
  body: object({ stage: string }),
  answer: ownedOfferAnswer,
  async handle({ platform, params, body }) {
    const provider = await moveProvider(platform, params.providerId, body.stage)
    return toWire(await offerOf(platform, provider))
  },
})

const toWire = (offer: Offer) => ({ ...offerToWire(offer), ownerId: offer.provider.ownerId })

/** Shared plans have the default version, with one cluster per zone; dedicated plans have all versions. */
function versionsToWire(offer: Offer) {
  const versions = versionsOf(offer)
  const [standard] = versions
  const { id } = offer.provider
  if (standard === undefined)
    throw new Refusal('missing', `The add-ons of ${id} come in one version only.`)
  const features = optionsOf(offer).map((name) => ({ name, enabled: false }))
  return {
    providerId: id,
    clusters: (hasSharedPlan(offer) ? offer.zones : []).map((zone) => ({
      id: `${id}-${zone}`,
      label: `${id} ${zone}`,
      zone,
      version: standard,
      features,
    })),
    dedicated: Object.fromEntries(versions.map((version) => [version, { features }])),
    defaultDedicatedVersion: standard,
  }
}

/** Plans without the feature count as shared. */
const hasSharedPlan = ({ plans, features }: Offer): boolean => {
  const type = features.find(({ nameCode }) => nameCode === 'is-dedicated')?.name
  return plans.some(
    (plan) =>
      plan.features.find(({ name }) => name === type)?.computableValue?.toLowerCase() !==
      'dedicated',
  )
}
