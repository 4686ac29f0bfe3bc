import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { transferIdOf, withProvider } from '#tests/laws/matrix/willing-provider.ts'

const database = '/v4/addons/:addonId/database'
const transfer = `${database}/transfers/:transferId`

const answered = async (scene: Scene) => {
  await withProvider(scene)
  return {}
}

const asked = (body: object) => async (scene: Scene) => {
  await withProvider(scene)
  return { body }
}

const ofTransfer = async (scene: Scene) => {
  await withProvider(scene)
  return { params: { transferId: transferIdOf(scene.addon.realId ?? '') } }
}

export const databaseEntries: Entries = {
  [`GET ${database}/tables`]: { status: 200, arrange: answered },
  [`POST ${database}/rows`]: { status: 200, arrange: asked({ schema: 'public', table: 'orders' }) },
  [`POST ${database}/query`]: { status: 200, arrange: asked({ statement: 'select 1' }) },
  [`POST ${database}/imports`]: { status: 200, arrange: asked({ size: 6 }) },
  [`POST ${database}/exports`]: { status: 200, arrange: asked({}) },
  [`GET ${transfer}`]: { status: 200, arrange: ofTransfer },
  [`DELETE ${transfer}`]: { status: 200, arrange: ofTransfer },
  [`POST ${transfer}/start`]: { status: 200, arrange: ofTransfer },
  [`GET ${transfer}/file`]: { status: 200, arrange: ofTransfer },
  [`PUT ${transfer}/bytes/:offset`]: {
    status: 200,
    arrange: async (scene) => {
      const { params } = await ofTransfer(scene)
      return { params: { ...params, offset: '0' }, body: Buffer.from('a part') }
    },
  },
}
