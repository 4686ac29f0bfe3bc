import { refuseGoneOwner } from '#platform/identity/accounts/owner.ts'
import { quotaAccountOf, sharedByAccount } from '#platform/identity/quotas.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { ProviderOwnerId } from '#platform/model/ids.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { own } from '#protocol/json-value.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { error, type Problem } from '#protocol/problem.ts'
import { changeOf, type Description, emptyPresentation, readDescription } from './presentation.ts'
import { refuseProblems } from './refuse-problems.ts'
import { inspectManifest, validateManifest } from './validate-manifest.ts'

const maxPerAccount = 100

type Context = Pick<Platform, 'store' | 'clock' | 'providerClient'>

/** An accepted manifest with its warnings. */
export interface PushResult {
  provider: Provider
  warnings: readonly Problem[]
}

/**
 * Creates a provider from a manifest, or replaces the manifest of the owner's provider of this id. The owner
 * `platform` is this installation itself.
 */
export async function pushManifest(
  platform: Context,
  { ownerId, manifest: input }: { ownerId: ProviderOwnerId; manifest: unknown },
): Promise<PushResult> {
  const { manifest, description, warnings } = validateManifest(platform, input)
  const provider = await platform.store.transaction(async (store) => {
    const known = await findPushable(store, manifest.id, ownerId)
    if (known) {
      const change = { ...changeOf(known, renamed(known, manifest, description)), manifest }
      await store.providers.change(known.id, change)
      return { ...known, ...change }
    }
    const fresh = newProvider(manifest, ownerId, description, platform.clock())
    if (!(await store.providers.add(fresh))) throw isTaken(manifest.id)
    return fresh
  })
  return { provider, warnings }
}

/** Dry run: problems and warnings of a manifest, without a write. */
export async function checkPush(
  platform: Context,
  { ownerId, manifest: input }: { ownerId: ProviderOwnerId; manifest: unknown },
): Promise<Problem[]> {
  const { manifest, problems } = inspectManifest(platform, input)
  if (!manifest) return problems
  try {
    await findPushable(platform.store, manifest.id, ownerId)
    return problems
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return [error('id', refusal.message), ...problems]
  }
}

/** The owner's provider of this id, if any; refuses an id, or a number of providers, that is not allowed. */
async function findPushable(
  store: Store,
  id: string,
  ownerId: ProviderOwnerId,
): Promise<Provider | undefined> {
  if (ownerId !== ownOwner) await refuseGoneOwner(store, ownerId)
  const known = await store.providers.find(id)
  const holder = known?.ownerId ?? (isReserved(id) ? ownOwner : ownerId)
  if (holder !== ownerId) throw isTaken(id)
  if (known) return known
  // What comes with the platform counts for nobody.
  if (ownerId === ownOwner) return undefined
  const account = await quotaAccountOf(store, ownerId)
  if ((await store.providers.countOfQuotaAccount(account)) >= maxPerAccount) throw isTooMany()
  return undefined
}

/** Dry run of a replacement. */
export async function checkReplacement(
  platform: Context,
  provider: Provider,
  manifest: unknown,
): Promise<Problem[]> {
  const problems = await checkPush(platform, { ownerId: provider.ownerId, manifest })
  const renaming = problemOfId(provider, manifest)
  return renaming ? [error('id', renaming), ...problems] : problems
}

/** Replaces the manifest of a provider. The id stays, because it is also the user name of both sides. */
export async function replaceManifest(
  platform: Context,
  provider: Provider,
  manifest: unknown,
): Promise<PushResult> {
  const renaming = problemOfId(provider, manifest)
  if (renaming)
    throw new Refusal('invalid', renaming, { fields: { id: `This must be ${provider.id}.` } })
  return pushManifest(platform, { ownerId: provider.ownerId, manifest })
}

function problemOfId(provider: Pick<Provider, 'id'>, manifest: unknown): string | undefined {
  const id = own(manifest, 'id')
  return typeof id === 'string' && id !== provider.id
    ? `The id of a provider never changes after the first push: it is ${provider.id}.`
    : undefined
}

/** Changes the description of a provider; omitted fields stay as they are. */
export async function describeProvider(
  { store }: Pick<Platform, 'store'>,
  provider: Provider,
  input: Readonly<Record<string, unknown>>,
): Promise<Provider> {
  const { description, problems } = readDescription(input)
  refuseProblems('This', problems)
  const change = changeOf(provider, description)
  await store.providers.change(provider.id, change)
  return { ...provider, ...change }
}

/** A name changed elsewhere stays until the manifest's own name changes. */
function renamed(known: Provider, { name }: Manifest, description: Description): Description {
  if (name === undefined || name !== known.manifest.name) return description
  const { name: _, ...presentation } = description.presentation
  return { ...description, presentation }
}

const newProvider = (
  manifest: Manifest,
  ownerId: ProviderOwnerId,
  { presentation, switches }: Description,
  createdAt: number,
): Provider => ({
  id: manifest.id,
  ownerId,
  stage: 'ALPHA',
  manifest,
  createdAt,
  presentation: { ...emptyPresentation, name: manifest.id, ...presentation },
  openInNewTab: true,
  canUpgrade: true,
  timestampUnit: 'milliseconds',
  ...switches,
})

const isTaken = (id: string) =>
  new Refusal('conflict', `The id ${id} is taken: choose another one.`, {
    fields: { id: 'This is taken.' },
  })

const isTooMany = () =>
  new Refusal(
    'conflict',
    `There are ${maxPerAccount} add-on providers already: delete one first. ${sharedByAccount}`,
  )

/**
 * Ids under which existing clients order well-known databases and services. They mean the platform's own service, so
 * no provider can use them.
 */
const reservedIds: ReadonlySet<string> = new Set([
  ...['postgresql-addon', 'mysql-addon', 'mongodb-addon', 'redis-addon', 'es-addon', 'kv'],
  ...['cellar-addon', 'fs-bucket', 'config-provider', 'addon-pulsar', 'addon-tardis', 'jenkins'],
  ...['keycloak', 'addon-matomo', 'metabase', 'otoroshi'],
])

const isReserved = (providerId: string): boolean => reservedIds.has(providerId)
