import { newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { newApplication } from '#tests/support/platform/platform.ts'

const one = '/v2/organisations/:ownerId/applications/:applicationId'

const another = async ({ setup, organisationId }: Scene) => {
  const { id } = await newApplication(setup.platform, organisationId)
  return { params: { dependencyId: id } }
}

const linkedToAnother = async (scene: Scene) => {
  const needs = await another(scene)
  const { setup, application } = scene
  await setup.platform.store.dependencies.add(application.id, needs.params.dependencyId)
  return needs
}

const linkedToAddon = async ({ setup, application, addon }: Scene) => {
  const link = { addonId: addon.id, applicationId: application.id, createdAt: 1 }
  await setup.platform.store.links.add(link)
  return {}
}

/** Links of an application and its exposed variables. */
export const linkEntries: Entries = {
  [`GET ${one}/addons`]: { status: 200, arrange: linkedToAddon },
  [`POST ${one}/addons`]: {
    status: 200,
    arrange: ({ addon }) => ({ body: JSON.stringify(addon.id) }),
  },
  [`DELETE ${one}/addons/:addonId`]: { status: 200, arrange: linkedToAddon },
  [`GET ${one}/addons/env`]: { status: 200, arrange: linkedToAddon },
  [`GET ${one}/dependencies`]: { status: 200, arrange: linkedToAnother },
  [`PUT ${one}/dependencies/:dependencyId`]: { status: 200, arrange: another },
  [`DELETE ${one}/dependencies/:dependencyId`]: { status: 200, arrange: linkedToAnother },
  [`GET ${one}/dependencies/env`]: { status: 200, arrange: linkedToAnother },
  [`GET ${one}/dependents`]: { status: 200 },
  [`GET ${one}/exposed_env`]: { status: 200 },
  [`PUT ${one}/exposed_env`]: { status: 200, arrange: () => ({ body: { A: newSecret(8) } }) },
}
