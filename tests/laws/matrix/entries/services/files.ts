import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { withProvider } from '#tests/laws/matrix/willing-provider.ts'

const files = '/v4/berth/organisations/:ownerId/addons/:addonId/files'
const draftId = '6f1f0b42-96a7-4c58-8f0b-0f4f0c6f2a90'

const asked = async (scene: Scene) => {
  await withProvider(scene)
  return { query: { path: 'a file' } }
}

const signed = async (scene: Scene) => {
  await withProvider(scene)
  const { setup, addon } = scene
  const until = setup.platform.clock() + 60_000
  return { query: { token: setup.signer.sign('file', `${addon.id} ${until} a file`) } }
}

export const fileEntries: Entries = {
  [`GET ${files}`]: { status: 200, arrange: asked },
  [`GET ${files}/address`]: { status: 200, arrange: asked },
  [`GET ${files}/content`]: { status: 200, arrange: signed },
  [`PUT ${files}/drafts/:draftId`]: {
    status: 200,
    arrange: async (scene) => {
      await withProvider(scene)
      return { params: { draftId }, query: { offset: '0' }, body: Buffer.from('a part') }
    },
  },
  [`PUT ${files}`]: {
    status: 200,
    arrange: async (scene) => {
      await withProvider(scene)
      return { query: { path: 'a file', draft: draftId, size: '6' } }
    },
  },
  [`DELETE ${files}`]: { status: 200, arrange: asked },
}
