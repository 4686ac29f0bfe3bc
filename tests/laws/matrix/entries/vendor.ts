import { sessionCookieFor } from '#api/pages/dashboard/dashboard-session.ts'
import { newId, newSecret } from '#kit/text/ids.ts'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { ssoFields, ssoTimestamp } from '#protocol/sso/sso.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { form } from '#tests/laws/matrix/forms.ts'
import { promote, type Scene } from '#tests/laws/matrix/scene.ts'
import { withProvider } from '#tests/laws/matrix/willing-provider.ts'

const apps = '/v2/vendor/apps'
const one = `${apps}/:addonId`
const deliveries = '/v2/organisations/:ownerId/addonproviders/:providerId/deliveries'

/** An add-on of a built-in provider, and the form that opens its panel. */
const ownPanel = async (scene: Scene) => {
  const { store, clock } = scene.setup.platform
  const providerId = newSecret(12).toLowerCase()
  const { provider, plan } = await addOffer(store, { id: providerId, ownerId: ownOwner })
  const realId = newSecret(12)
  await addAddon(store, provider, plan, { state: 'ready', realId, ownerId: scene.organisationId })
  const visit = { id: realId, user_id: 'user_1', email: 'a@x.test', 'nav-data': '' }
  const timestamp = ssoTimestamp(clock())
  const fields = ssoFields({ ...visit, timestamp }, provider.manifest.api.sso_salt)
  return { params: { providerId }, ...(await form(scene, { ...fields })) }
}

/** A browser that came to the dashboard of an add-on by single sign-on. */
const signedOn = async (scene: Scene, fields?: Record<string, string>) => {
  await withProvider(scene)
  const { setup, addon, owner } = scene
  const session = { addonId: addon.id, userId: owner.id, now: setup.platform.clock() }
  const [cookie = ''] = sessionCookieFor(setup.signer, session, false).split(';')
  const sent = fields ? await form(scene, fields) : {}
  return { ...sent, headers: { ...sent.headers, cookie } }
}

const underWay = async ({ setup, addon, plan, owner }: Scene) => {
  await setup.platform.store.planSwitches.add({
    id: newId('migration'),
    addonId: addon.id,
    fromPlanId: plan.id,
    toPlanId: plan.id,
    state: 'RUNNING',
    message: '',
    requestedBy: owner.id,
    requestedAt: 1,
    endedAt: null,
  })
  return { body: {} }
}

/** A deletion whose first call to the provider failed. */
const failed = async (scene: Scene) => {
  await withProvider(scene)
  const { setup, addon, provider } = scene
  const { store } = setup.platform
  await store.addons.change(addon.id, ['ready'], {
    state: 'deleting',
    dueAt: setup.platform.clock(),
  })
  const id = newId('delivery')
  await store.deliveries.add({
    id,
    providerId: provider.id,
    addonId: addon.id,
    direction: 'to partner',
    createdAt: 1,
    purpose: 'deprovision',
    method: 'DELETE',
    url: 'https://x.test',
    status: 500,
    duration: 1,
    request: '',
    answer: '',
    trouble: 'It broke.',
  })
  return { params: { deliveryId: id } }
}

export const vendorEntries: Entries = {
  [`GET ${apps}`]: { status: 200 },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { config: {} } }) },
  [`PUT ${one}/migration_callback`]: { status: 200, arrange: underWay },
  [`POST ${one}/consumptions`]: { status: 200, arrange: () => ({ body: { cost: 1 } }) },
  [`GET ${one}/logscollector`]: { status: 200 },
  'POST /v2/vendor/addons': {
    status: 200,
    async arrange(scene) {
      await withProvider(scene)
      const { addon, owner, provider } = scene
      return {
        body: {
          organisationId: addon.ownerId,
          userId: owner.id,
          addonId: addon.id,
          providerId: provider.id,
          name: 'another',
          region: 'par',
        },
      }
    },
  },
  'POST /v2/vendor/logs': {
    status: 200,
    readsAuthorization: 'lines are sent with the token of their add-on',
    arrange: () => ({ body: Buffer.alloc(0) }),
  },
  [`GET ${deliveries}`]: { status: 200 },
  [`POST ${deliveries}/:deliveryId/replay`]: { status: 200, arrange: failed },
  'GET /v4/addon-providers/:providerId/deliveries': {
    status: 200,
    arrange(scene) {
      promote(scene)
      return {}
    },
  },
  'GET /v2/organisations/:ownerId/addons/:addonId/sso': { status: 200 },
  'GET /v4/logs/organisations/:ownerId/resources/:addonId/logs': { status: 200 },
  'GET /addons/open': { status: 303 },
  'GET /addons/open.js': { status: 200 },
  'POST /addons/panel/:providerId': { status: 303, arrange: ownPanel },
  'GET /addons/dashboard/:addonId': { status: 200, arrange: (scene) => signedOn(scene) },
  'POST /addons/dashboard/:addonId': {
    status: 303,
    arrange: (scene) => signedOn(scene, { action: 'back-up' }),
  },
}
