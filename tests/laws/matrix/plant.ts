import assert from 'node:assert/strict'
import { newId, newSecret } from '#kit/text/ids.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { isAddonId, isApplicationId, isNetworkGroupId, type UserId } from '#platform/model/ids.ts'
import { aDrain } from '#tests/support/drains/a-drain.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { aConsumer, somebody } from '#tests/support/people/people.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import type { Canaries, SecretKind } from './canaries.ts'
import { openScene, type Scene } from './scene.ts'

/** A scene in which every secret is a canary. */
export interface PlantedScene extends Scene {
  /** Key of a consumer of the organisation. */
  consumerKey: string
}

type Make = (kind: SecretKind) => string

export async function openPlantedScene(
  canaries: Canaries,
  ...wanted: Parameters<typeof openScene>
): Promise<PlantedScene> {
  const scene = await openScene(...wanted)
  const make: Make = (kind) => canaries.make(kind, scene.organisationId)
  await plantApplications(scene, make)
  await plantPeople(scene, make)
  return {
    ...scene,
    ...(await plantMarket(scene, make)),
    consumerKey: await plantConsumer(scene, make),
  }
}

/** Three applications linked in a chain, the last one linked to the add-on. */
async function plantApplications({ setup, organisationId, application, addon }: Scene, make: Make) {
  const { store } = setup.platform
  const first = await newApplication(setup.platform, organisationId)
  const last = await newApplication(setup.platform, organisationId)
  await store.dependencies.add(first.id, application.id)
  await store.dependencies.add(application.id, last.id)
  await store.links.add({ addonId: addon.id, applicationId: last.id, createdAt: 1 })
  for (const { id } of [first, application, last]) await plantIn(setup, id, make)
}

/** Puts canaries into an application, an add-on or a network group that an entry has created. */
export async function plantIn({ platform: { store } }: Scene['setup'], id: string, make: Make) {
  if (isApplicationId(id)) {
    await store.variables.set(id, 'CANARY', make('variable'))
    await store.exposedVariables.replace(id, { CANARY: make('exposed') })
    await store.generatedSecrets.set(id, 'CANARY', make('generated'))
    const { ownerId } = (await store.applications.find(id)) ?? assert.fail(id)
    const password = make('drainpassword')
    const recipient = {
      type: 'RAW_HTTP',
      url: 'http://127.0.0.1:9/',
      username: 'me',
      password,
    } as const
    const token = make('repositorytoken')
    await store.connectedRepositories.put(aConnectedRepository(id, token))
    await store.drains.add(aDrain({ ownerId, resourceId: id, recipient }))
  }
  if (isAddonId(id)) {
    await store.addons.change(id, ['ready'], { config: { CANARY: make('configuration') } })
  }
  if (isNetworkGroupId(id)) {
    const gateway = { groupId: id, serverId: 'another', publicKey: 'k', host: '', port: 0 }
    await store.networkGroupGateways.add({ ...gateway, privateKey: make('gatewaykey') })
  }
}

/** Secrets of a provider, and the config of its add-on. */
async function plantMarket({ setup, provider, addon }: Scene, make: Make) {
  const { store } = setup.platform
  const api = {
    ...provider.manifest.api,
    password: make('providerpassword'),
    sso_salt: make('ssosalt'),
  }
  const manifest = { ...provider.manifest, api }
  await store.providers.change(provider.id, { manifest })
  const [name = ''] = api.config_vars
  const given = { config: { [name]: make('addonvalue') }, logToken: make('logtoken') }
  await store.addons.change(addon.id, ['ready'], given)
  return { provider: { ...provider, manifest }, addon: { ...addon, ...given } }
}

async function plantConsumer({ setup, organisationId }: Scene, make: Make): Promise<string> {
  const consumer = await aConsumer(setup, organisationId, ['access_organisations'])
  const { consumers } = setup.platform.store
  const key = newSecret()
  await consumers.add({ ...consumer, key, secret: make('consumersecret') })
  return key
}

/** Credentials of the caller, and of another administrator. */
async function plantPeople({ setup, organisationId, owner, caller }: Scene, make: Make) {
  const { store } = setup.platform
  const colleague = await somebody(setup, { role: 'ADMIN', organisationId })
  for (const { id } of new Set([owner, caller, colleague])) {
    const passwordHash = `$argon2id$v=19$m=19456,t=2,p=1$${make('passwordhash')}$${'A'.repeat(43)}`
    await store.users.change(id, { passwordHash })
    await plantTokens(setup, id, make)
  }
  const userId = colleague.id
  const secret = make('totpsecret')
  await store.secondFactors.put({ userId, secret, confirmedAt: 1 })
  await store.backupCodes.replace(userId, [make('backupcode')])
  const times = { createdAt: 1, expiresAt: Date.now() + 3_600_000 }
  await store.invitations.put({
    id: newId('invitation'),
    digest: make('invitationdigest'),
    organisationId,
    ...times,
    email: `${newSecret(8)}@x.test`,
    role: 'DEVELOPER',
    job: '',
    invitedBy: owner.id,
  })
}

async function plantTokens(
  { platform: { store }, account }: Scene['setup'],
  userId: UserId,
  make: Make,
) {
  const times = { createdAt: 1, expiresAt: Date.now() + 3_600_000 }
  const { consumerKey } = account
  await store.accessTokens.add({
    token: newSecret(),
    secret: make('tokensecret'),
    consumerKey,
    userId,
    rights: everyRight,
    ...times,
    lastUsedAt: 1,
  })
  await store.requestTokens.add({
    token: newSecret(),
    secret: make('requesttokensecret'),
    consumerKey,
    callback: 'oob',
    agreement: null,
    ...times,
  })
  await store.apiTokens.add({
    id: newId('api_tokens'),
    digest: make('apitokendigest'),
    userId,
    name: 'script',
    description: '',
    ...times,
    from: '127.0.0.1',
    lastUsedAt: 1,
  })
  const visitor = { from: '127.0.0.1', browser: 'Firefox 144', system: 'Linux' }
  await store.sessions.add({ digest: make('sessiondigest'), userId, ...times, ...visitor })
  await store.mailedKeys.add({
    digest: make('mailedkey'),
    purpose: 'email',
    email: `${newSecret(8)}@x.test`,
    userId,
    keeps: { passwordHash: make('passwordhash') },
    ...times,
  })
}
