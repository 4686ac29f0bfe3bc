import { newId } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const alerts = '/v4/berth/organisations/:ownerId/alerts'

async function oneAlert({ setup, organisationId: ownerId }: Scene) {
  const id = newId('alert')
  await setup.platform.store.alertRules.add({
    id,
    ownerId,
    resourceId: '',
    kind: 'cpu',
    threshold: 90,
    minutes: 5,
    targets: null,
    createdAt: 1,
  })
  return { alertId: id }
}

/** Alerts by threshold. */
export const alertEntries: Entries = {
  [`GET ${alerts}`]: { status: 200 },
  [`POST ${alerts}`]: {
    status: 200,
    // Of the 50 that an organisation may have, each call would take one.
    arrange: async (scene) => {
      await scene.setup.platform.store.alertRules.removeOf(scene.organisationId)
      return { body: { kind: 'cpu', threshold: 90 } }
    },
  },
  [`PUT ${alerts}/:alertId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await oneAlert(scene), body: { threshold: 80 } }),
  },
  [`DELETE ${alerts}/:alertId`]: {
    status: 200,
    arrange: async (scene) => ({ params: await oneAlert(scene) }),
  },
}
