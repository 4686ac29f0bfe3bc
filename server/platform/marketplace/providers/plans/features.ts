import type { Platform } from '#platform/marketplace/platform.ts'
import {
  nameProblem,
  noProblems,
  refuseProblems,
} from '#platform/marketplace/providers/refuse-problems.ts'
import { type Feature, type FeatureType, featureTypes } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { checkFeatureValue } from './feature-value.ts'

const maxFeatures = 100

export interface NewFeature {
  name: string
  type: string
  /** Derived from the name by default. */
  nameCode?: string | undefined
}

/** Adds a feature or changes its type, if the values of existing plans fit. */
export async function putFeature(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: Pick<Provider, 'id'>,
  input: NewFeature,
): Promise<Feature> {
  const feature = { ...validateFeature(input), providerId }
  await store.transaction(async (inside) => {
    const known = await inside.features.listOf(providerId)
    const isNew = !known.some(({ name }) => name === feature.name)
    if (isNew && known.length >= maxFeatures)
      throw new Refusal('conflict', `${maxFeatures} features are the maximum.`)
    await refuseMisfits(inside, feature)
    await inside.features.put(feature)
  })
  return feature
}

/** Removes a feature with its values in plans. */
export async function removeFeature(
  { store }: Pick<Platform, 'store'>,
  { id: providerId }: Pick<Provider, 'id'>,
  wanted: string,
): Promise<Feature> {
  return store.transaction(async (inside) => {
    const feature = featureNamed(await inside.features.listOf(providerId), wanted)
    if (!feature) throw missingFeature(wanted)
    for (const { id, features } of await inside.plans.listOf(providerId)) {
      const left = features.filter(({ name }) => name !== feature.name)
      if (left.length < features.length) await inside.plans.change(id, { features: left })
    }
    await inside.features.remove(providerId, feature.name)
    return feature
  })
}

/** Clients put the name into a path literally or in Base64. */
export function featureNamed<F extends { name: string }>(
  features: readonly F[],
  wanted: string,
): F | undefined {
  const decoded = Buffer.from(wanted, 'base64').toString('utf8')
  return (
    features.find(({ name }) => name === wanted) ?? features.find(({ name }) => name === decoded)
  )
}

export const missingFeature = (name: string) =>
  new Refusal('missing', `There is no feature ${name.slice(0, 100)}.`)

export function validateFeature({ name, type, nameCode }: NewFeature): Omit<Feature, 'providerId'> {
  const problems = noProblems()
  const wrong = nameProblem(name, 100)
  if (wrong) problems.name = wrong
  if (!isFeatureType(type)) problems.type = `This must be one of ${featureTypes.join(', ')}.`
  if (nameCode !== undefined && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(nameCode))
    problems.name_code = 'This can only have letters, digits, dots, dashes and underscores.'
  refuseProblems('The feature', problems)
  return { name: name.trim(), type: type as FeatureType, nameCode: nameCode ?? codeOf(name) }
}

const isFeatureType = (type: string): type is FeatureType =>
  featureTypes.some((known) => known === type)

/** Codes that clients expect for common database features. */
const knownCodes: Readonly<Record<string, string>> = {
  type: 'is-dedicated',
  disk: 'disk-size',
  ram: 'memory',
  vcpus: 'cpu',
  cpus: 'cpu',
  'max-connection-limit': 'connection-limit',
  backups: 'backup',
  metrics: 'has-metrics',
  logs: 'has-logs',
  'migration-tool': 'is-migratable',
}

function codeOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return Object.hasOwn(knownCodes, plain) ? (knownCodes[plain] ?? plain) : plain || 'feature'
}

async function refuseMisfits(store: Store, { providerId, name, type }: Feature): Promise<void> {
  const plans = await store.plans.listOf(providerId)
  const misfits = plans.filter(({ features }) =>
    features.some(
      (one) =>
        one.name === name &&
        'problem' in checkFeatureValue(type, one.value, one.computableValue ?? undefined),
    ),
  )
  if (misfits.length === 0) return
  const slugs = misfits.map(({ slug }) => slug).join(', ')
  throw new Refusal(
    'conflict',
    `The values of ${name} in the plans ${slugs} are not ${type}: change these first.`,
  )
}
