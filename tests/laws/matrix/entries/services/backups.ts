import { newSecret } from '#kit/text/ids.ts'
import { addAddon } from '#stores/marketplace.contract.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { ownOffer } from '#tests/laws/matrix/own-offer.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { backupIdOf, withProvider } from '#tests/laws/matrix/willing-provider.ts'

const list = '/v2/backups/:ownerId/:addonId'
const database = 'postgresql-addon'

const answered = async (scene: Scene) => {
  await withProvider(scene)
  return {}
}

const ofBackup = async (scene: Scene) => {
  await withProvider(scene)
  return { params: { backupId: backupIdOf(scene.addon.realId ?? '') } }
}

const signed = async (scene: Scene) => {
  await withProvider(scene)
  const { setup, addon } = scene
  const until = setup.platform.clock() + 60_000
  const token = setup.signer.sign('back-up', `${addon.id}/one/${until}`)
  return { params: { backupId: 'one' }, query: { token } }
}

async function ordered({ setup: { platform }, organisationId: ownerId, owner }: Scene) {
  const { store } = platform
  const { provider, plan } = await ownOffer(store, database)
  const addon = await addAddon(store, provider, plan, {
    ownerId,
    orderedBy: owner.id,
    realId: `postgresql_${newSecret(20)}`,
    state: 'ready',
  })
  return { params: { providerId: database, addonId: addon.id } }
}

export const backupEntries: Entries = {
  [`GET ${list}`]: { status: 200, arrange: answered },
  [`POST ${list}`]: { status: 200, arrange: answered },
  [`GET ${list}/:backupId`]: { status: 200, arrange: signed },
  [`POST ${list}/:backupId/restore`]: { status: 200, arrange: ofBackup },
  [`GET ${list}/:backupId/restore`]: { status: 200, arrange: ofBackup },
  'POST /v2/organisations/:ownerId/addons/:addonId/rotate-password': {
    status: 200,
    arrange: answered,
  },
  'GET /v4/addon-providers/:providerId/addons/:addonId': {
    status: 200,
    arrange: ordered,
    tellsApart: { providerId: 'a provider that comes with the platform is the same for everybody' },
  },
}
