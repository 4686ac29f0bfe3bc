import { newSecret } from '#kit/text/ids.ts'
import { ownOwner } from '#platform/providers/provider.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { withProvider } from '#tests/laws/matrix/willing-provider.ts'

const one = '/v4/addon-providers/config-provider/addons/:addonId'
const id = 'config-provider'

/** Created once per platform and shared by all scenes. */
async function offerIn({ setup: { platform } }: Scene) {
  const { store } = platform
  const provider = await store.providers.find(id)
  const [plan] = await store.plans.listOf(id)
  if (provider && plan) return { provider, plan }
  const { provider: made, plan: first } = await addOffer(store, { id, ownerId: ownOwner })
  const { manifest } = made
  const open = { ...manifest, api: { ...manifest.api, config_vars: ['*'] } }
  await store.providers.change(id, { manifest: open })
  return { provider: { ...made, manifest: open }, plan: first }
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
