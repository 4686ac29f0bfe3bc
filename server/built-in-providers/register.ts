import { isDeepStrictEqual } from 'node:util'
import { newId, newSecret } from '#kit/text/ids.ts'
import { meterPlan } from '#platform/billing/usage/meter.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import {
  ownOwner,
  type Provider,
  type StoredManifest,
} from '#platform/model/marketplace/provider.ts'
import type { Store } from '#platform/model/store.ts'
import type { FoundOffer } from './offer.ts'

/** Facts to register an offer with. */
export interface Registration {
  /** URL of its provider. */
  address: string
  now: number
  /** One sentence about what has to be installed, if anything. */
  missing: string | undefined
  /** Version of the installed server, if any. */
  version?: string | undefined
}

/** Adds a built-in offer to the catalogue, or updates it; its secrets stay. */
export async function register(
  store: Store,
  offer: FoundOffer,
  { address, now, missing, version }: Registration,
): Promise<StoredManifest> {
  return store.transaction(async (inside) => {
    const known = await inside.providers.find(offer.id)
    const provider = providerOf(offer, { address, now, missing, version }, known)
    if (!known) await inside.providers.add(provider)
    else if (!isDeepStrictEqual(known, provider)) await inside.providers.change(offer.id, provider)
    const features = await inside.features.listOf(offer.id)
    for (const feature of offer.features.map((each) => ({ providerId: offer.id, ...each }))) {
      if (features.some((old) => isDeepStrictEqual({ ...old }, feature))) continue
      await inside.features.put(feature)
    }
    const plans = await inside.plans.listOf(offer.id)
    for (const plan of plansOf(offer)) {
      const old = plans.find(({ slug }) => slug === plan.slug) ?? renamed(plans, offer, plan.slug)
      const wanted = { ...plan, id: old?.id ?? plan.id }
      if (!old) await inside.plans.add(wanted)
      else if (!isDeepStrictEqual(old, wanted)) {
        await inside.plans.change(old.id, wanted)
        await meterPlan(inside, old.id, now)
      }
    }
    return provider.manifest
  })
}

/** A plan of an earlier version, which gets its new slug and keeps its id, so that its add-ons keep their plan. */
function renamed(plans: readonly Plan[], offer: FoundOffer, slug: string): Plan | undefined {
  const { aliases = [] } = offer.plans.find((plan) => plan.slug === slug) ?? {}
  return plans.find((plan) => aliases.includes(plan.slug))
}

function providerOf(
  offer: FoundOffer,
  { address, now, missing, version }: Registration,
  known: Provider | undefined,
): Provider {
  const urls = { base_url: `${address}/resources`, sso_url: `${address}/sso` }
  const { password = newSecret(), sso_salt = newSecret() } = known?.manifest.api ?? {}
  return {
    id: offer.id,
    ownerId: ownOwner,
    stage: 'RELEASE',
    openInNewTab: true,
    canUpgrade: offer.canUpgrade,
    timestampUnit: 'milliseconds',
    presentation: {
      name: offer.name,
      website: offer.website,
      longDesc: offer.longDesc,
      logoUrl: '',
      supportEmail: '',
      googlePlusName: '',
      twitterName: '',
      analyticsId: '',
      shortDesc: missing ? `Not available: ${missing}` : offer.shortDesc,
    },
    manifest: {
      id: offer.id,
      name: offer.name,
      api: {
        config_vars: offer.configVars,
        password,
        sso_salt,
        regions: ['eu'],
        production: urls,
        test: urls,
        plan_aliases: aliasesOf(offer),
        ...(version === undefined ? {} : { versions: [version] }),
        ...(offer.options && { options: offer.options }),
        pages: offer.pages,
      },
    },
    createdAt: known?.createdAt ?? now,
  }
}

const aliasesOf = ({ plans }: FoundOffer): Record<string, string> =>
  Object.fromEntries(
    plans.flatMap(({ slug, aliases = [] }) => aliases.map((alias) => [alias, slug])),
  )

const plansOf = ({ id: providerId, plans }: FoundOffer): Plan[] =>
  plans.map(({ id, name, slug, price, features }) => ({
    id: id ?? newId('plan'),
    providerId,
    name,
    slug,
    price,
    features: Object.entries(features).map(([feature, [value, computableValue]]) => ({
      name: feature,
      value,
      computableValue,
    })),
  }))
