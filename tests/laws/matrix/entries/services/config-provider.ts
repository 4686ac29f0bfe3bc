import { newSecret } from '#kit/text/ids.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { ownOffer } from '#tests/laws/matrix/own-offer.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { withProvider } from '#tests/laws/matrix/willing-provider.ts'

const one = '/v4/addon-providers/config-provider/addons/:addonId'
const id = 'config-provider'

const offerIn = ({ setup: { platform } }: Scene) => {
  const { store } = platform
  return ownOffer(store, id, async () => {
    const { provider, plan } = await addOffer(store, { id, ownerId: ownOwner })
    const { manifest } = provider
    const open = { ...manifest, api: { ...manifest.api, config_vars: ['*'] } }
    await store.providers.change(id, { manifest: open })
    return { provider: { ...provider, manifest: open }, plan }
  })
}

const configured = async (scene: Scene) => {
  const { setup, organisationId: ownerId, owner } = scene
  const { provider, plan } = await offerIn(scene)
  await withProvider({ ...scene, provider })
  const addon = await addAddon(setup.platform.store, provider, plan, {
    ownerId,
    orderedBy: owner.id,
    realId: `config_${newSecret(20)}`,
    state: 'ready',
  })
  return { params: { addonId: addon.id } }
}

export const configProviderEntries: Entries = {
  [`GET ${one}`]: { status: 200, arrange: configured },
  [`GET ${one}/env`]: { status: 200, arrange: configured },
  [`PUT ${one}/env`]: {
    status: 200,
    arrange: async (scene) => ({
      ...(await configured(scene)),
      body: [{ name: 'GREETING', value: 'hello' }],
    }),
  },
}
