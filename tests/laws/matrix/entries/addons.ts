import { newSecret } from '#kit/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const list = '/v2/organisations/:ownerId/addons'
const one = `${list}/:addonId`

const tagged = async ({ setup, addon }: Scene) => {
  const tag = newSecret(12)
  await setup.platform.store.addons.change(addon.id, ['ready'], { tags: [tag] })
  return { params: { tag } }
}

export const addonEntries: Entries = {
  [`GET ${list}`]: { status: 200 },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { name: newSecret(8) } }) },
  [`GET ${one}/env`]: { status: 200 },
  [`GET ${one}/applications`]: { status: 200 },
  [`GET ${one}/tags`]: { status: 200 },
  [`PUT ${one}/tags`]: { status: 200, arrange: () => ({ body: [newSecret(8)] }) },
  [`PUT ${one}/tags/:tag`]: { status: 200, arrange: () => ({ params: { tag: newSecret(12) } }) },
  [`DELETE ${one}/tags/:tag`]: { status: 200, arrange: tagged },
}
