import { randomUUID } from 'node:crypto'
import { newId } from '#kit/text/ids.ts'
import { addGitHost } from '#platform/hosting/git-hosts/register-host.ts'
import { monthOf } from '#platform/model/billing/period.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { waiting } from '#tests/laws/matrix/entries/applications.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import { promote, type Scene } from '#tests/laws/matrix/scene.ts'
import { consume, testPrices } from '#tests/support/billing/billed-month.ts'
import { invoiceOf, ofMonth } from './billing.ts'

const path = '/v4/berth/billing'

/** An address is registered once. */
const aHostUrl = () => `https://${randomUUID()}.test`

async function aGitHost({ setup }: Scene): Promise<{ id: string }> {
  const { id } = await addGitHost(setup.platform, { kind: 'gitea', url: aHostUrl() })
  return { id }
}

const asOperator = (scene: Scene) => {
  promote(scene)
  return {}
}

const ofInvoice = async (scene: Scene) => {
  promote(scene)
  return { params: { number: (await invoiceOf(scene)).number } }
}

/** Each price list needs a date of its own. */
let dates = 0
const nextDate = (scene: Scene) => {
  const { until } = monthOf(scene.setup.platform.clock())
  dates += 1
  return until + dates * 1000
}

const ofPriceList = async (scene: Scene) => {
  promote(scene)
  const id = newId('prices')
  const validFrom = nextDate(scene)
  const list = { id, validFrom, createdAt: 1, data: testPrices }
  await scene.setup.platform.store.priceLists.add(list)
  return { params: { priceListId: id } }
}

const month = (scene: Scene) => {
  promote(scene)
  return ofMonth(scene)
}

async function endRedeployment({ setup: { platform } }: Scene) {
  const { rollingRedeployments } = platform.store
  const found = await rollingRedeployments.find()
  if (found) await rollingRedeployments.end(found.id, 'stopped', platform.clock())
}

/** What only operators may do. */
export const operatorEntries: Entries = {
  'GET /v4/berth/operator/machine': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/packages': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/organisations': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/deployments': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/settings': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/backups': { status: 200, arrange: asOperator },
  'POST /v4/berth/operator/backups': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/git-hosts': { status: 200, arrange: asOperator },
  'POST /v4/berth/operator/git-hosts': {
    status: 200,
    arrange: (scene) => ({
      ...asOperator(scene),
      body: { kind: 'gitea', url: aHostUrl(), token: 'secret' },
    }),
  },
  'PUT /v4/berth/operator/git-hosts/:id': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      return { params: await aGitHost(scene), body: { name: 'Ours' } }
    },
  },
  'DELETE /v4/berth/operator/git-hosts/:id': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      return { params: await aGitHost(scene) }
    },
  },
  'GET /v4/berth/operator/toolchains': { status: 200, arrange: asOperator },
  'POST /v4/berth/operator/toolchains/refresh': { status: 200, arrange: asOperator },
  'POST /v4/berth/operator/toolchains/tools': {
    status: 200,
    arrange: (scene) => ({ ...asOperator(scene), body: { name: 'node', version: '22' } }),
  },
  'DELETE /v4/berth/operator/toolchains/tools/:name/:version': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      const params = { name: 'node', version: '22.20.0' }
      await scene.setup.platform.toolchains.fetch(params)
      return { params }
    },
  },
  'GET /v4/berth/operator/toolchains/outdated': { status: 200, arrange: asOperator },
  'POST /v4/berth/operator/toolchains/outdated/:id/redeployment': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      const { application, setup } = scene
      const { applications } = setup.platform.store
      const id = (await waiting(scene)) as DeploymentId
      await applications.setLive(application.id, id, 'f'.repeat(40))
      await applications.setWanted(application.id, 'up')
      const date = setup.platform.clock()
      const change = {
        from: 'queued',
        to: 'cancelled',
        date,
        failure: 'It was cancelled.',
      } as const
      await setup.platform.store.deployments.enter(id, change)
      return { params: { id: application.id } }
    },
  },
  'GET /v4/berth/operator/toolchains/redeployments/:id': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      return { params: { id: await waiting(scene) } }
    },
  },
  'GET /v4/berth/operator/toolchains/rolling-redeployment': { status: 200, arrange: asOperator },
  'GET /v4/berth/operator/toolchains/rolling-redeployment/applications': {
    status: 200,
    arrange: asOperator,
  },
  'POST /v4/berth/operator/toolchains/rolling-redeployment': {
    status: 200,
    async arrange(scene) {
      promote(scene)
      await endRedeployment(scene)
      return { body: { concurrency: 2, maxFailures: 1 } }
    },
  },
  'DELETE /v4/berth/operator/toolchains/rolling-redeployment': {
    status: 200,
    arrange: asOperator,
  },
  [`GET ${path}/prices`]: { status: 200, arrange: asOperator },
  [`POST ${path}/prices`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      const date = new Date(nextDate(scene)).toISOString()
      return { body: { valid_from: date, prices: testPrices } }
    },
  },
  [`GET ${path}/prices/:priceListId`]: { status: 200, arrange: ofPriceList },
  [`DELETE ${path}/prices/:priceListId`]: { status: 200, arrange: ofPriceList },
  [`GET ${path}/invoices`]: { status: 200, arrange: asOperator },
  [`POST ${path}/invoices/run`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      return { body: {} }
    },
  },
  [`GET ${path}/invoices/held`]: { status: 200, arrange: asOperator },
  [`GET ${path}/invoices/:number`]: { status: 200, arrange: ofInvoice },
  [`GET ${path}/invoices/:number.pdf`]: { status: 200, arrange: ofInvoice },
  [`GET ${path}/invoices/:number.html`]: { status: 200, arrange: ofInvoice },
  [`POST ${path}/invoices/:number/paid`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await ofInvoice(scene)), body: {} }),
  },
  [`PUT ${path}/invoices/:number/status`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await ofInvoice(scene)), body: { status: 'PAYMENTHELD' } }),
  },
  [`POST ${path}/invoices/:number/credit-note`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await ofInvoice(scene)), body: { reason: 'too much' } }),
  },
  [`GET ${path}/consumptions/held`]: { status: 200, arrange: asOperator },
  [`PUT ${path}/consumptions/:consumptionId`]: {
    status: 200,
    async arrange(scene) {
      promote(scene)
      const { platform } = scene.setup
      const period = monthOf(platform.clock())
      const consumptionId = await consume(platform, scene.addon, period, { state: 'held' })
      return { params: { consumptionId }, body: { state: 'rejected' } }
    },
  },
  [`GET ${path}/owners/suspended`]: { status: 200, arrange: asOperator },
  [`GET ${path}/owners/:ownerId`]: { status: 200, arrange: asOperator },
  [`PUT ${path}/owners/:ownerId/suspension`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      return { body: { decision: 'exempt' } }
    },
  },
  [`POST ${path}/owners/:ownerId/credits`]: {
    status: 200,
    arrange(scene) {
      promote(scene)
      return { body: { amount: '10', reason: 'prepaid' } }
    },
  },
  [`GET ${path}/statements/:month`]: { status: 200, arrange: month },
  [`GET ${path}/providers/:providerId/statements/:month`]: { status: 200, arrange: month },
  [`GET ${path}/providers/:providerId/statements/:month.csv`]: { status: 200, arrange: month },
  [`GET ${path}/providers/:providerId/statements/:month.pdf`]: { status: 200, arrange: month },
}
