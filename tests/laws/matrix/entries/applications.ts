import { randomUUID } from 'node:crypto'
import { newId, newSecret } from '#kit/text/ids.ts'
import { versionOf } from '#platform/hosting/applications/environment-version.ts'
import { defaultPreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import type { DeploymentId, InstanceId } from '#platform/model/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { aPreview } from '#tests/support/previews/a-preview.ts'

const list = '/v2/organisations/:ownerId/applications'
const one = `${list}/:applicationId`
const orchestration = '/v4/orchestration/organisations/:ownerId/applications/:applicationId'
const berth = '/v4/berth/organisations/:ownerId/applications/:applicationId'

/** A queued deployment of an application that no worker starts. */
export async function waiting({ setup, application, owner }: Scene): Promise<string> {
  const now = setup.platform.clock()
  const id = newId('deployment')
  await setup.platform.store.deployments.add({
    id,
    applicationId: application.id,
    action: 'deploy',
    state: 'queued',
    cause: 'Git',
    commit: '1'.repeat(40),
    authorId: owner.id,
    createdAt: now,
    changedAt: now,
    withoutCache: false,
    attempts: 0,
    cancelRequested: false,
    failure: null,
    instances: 1,
  })
  return id
}

/** Another application of the same owner. */
const another = ({ setup, application }: Scene) =>
  newApplication(setup.platform, application.ownerId)

const oneDeployment = async (scene: Scene) => ({ params: { deploymentId: await waiting(scene) } })

async function connected({ setup, application }: Scene) {
  const { connectedRepositories } = setup.platform.store
  await connectedRepositories.put(aConnectedRepository(application.id, 'a token'))
  return {}
}

async function delivered(scene: Scene) {
  await connected(scene)
  const id = newId('repodelivery')
  await scene.setup.platform.store.repositoryDeliveries.add({
    id,
    applicationId: scene.application.id,
    receivedAt: 1,
    host: 'gitea',
    event: 'push',
    ref: 'refs/heads/master',
    commit: '1'.repeat(40),
    digest: 'd',
    outcome: 'accepted',
    reason: '',
  })
  return { params: { deliveryId: id } }
}

async function onePreview({ setup, application, organisationId }: Scene) {
  const { previews, previewSettings } = setup.platform.store
  await previewSettings.put({ ...defaultPreviewSettings(application.id), isEnabled: true })
  const preview = aPreview({
    parentId: application.id,
    ownerId: organisationId,
    sourceKey: newSecret(8),
  })
  await previews.add(preview)
  return { params: { previewId: preview.id } }
}

async function withPreviews({ setup, application }: Scene) {
  const { previewSettings } = setup.platform.store
  await previewSettings.put({ ...defaultPreviewSettings(application.id), isEnabled: true })
  return { body: { branch: `b${newSecret(8)}` } }
}

async function oneInstance(scene: Scene) {
  const { setup, application } = scene
  const id = randomUUID() as InstanceId
  await setup.platform.store.instances.add({
    id,
    applicationId: application.id,
    deploymentId: (await waiting(scene)) as DeploymentId,
    number: 0,
    state: 'up',
    flavor: 'XS',
    createdAt: setup.platform.clock(),
    started: null,
  })
  return { params: { instanceId: id } }
}

const ofVariable = async ({ setup, application }: Scene) => {
  const name = `V${newSecret(12)}`
  await setup.platform.store.variables.set(application.id, name, 'x')
  return { params: { name } }
}

const tagged = async ({ setup, application }: Scene) => {
  const tag = newSecret(12)
  await setup.platform.store.applications.change(application.id, { tags: [tag] })
  return { params: { tag } }
}

export const applicationEntries: Entries = {
  [`GET ${list}`]: { status: 200 },
  [`POST ${list}`]: {
    status: 200,
    arrange: () => ({ body: { name: 'another', instanceType: 'node', zone: 'par' } }),
  },
  [`GET ${one}`]: { status: 200 },
  [`PUT ${one}`]: { status: 200, arrange: () => ({ body: { description: newSecret(8) } }) },
  [`DELETE ${one}`]: { status: 200 },
  [`GET ${one}/env`]: { status: 200 },
  [`PUT ${one}/buildflavor`]: { status: 200, arrange: () => ({ body: { flavorName: 'M' } }) },
  // Its repository is out of reach.
  [`GET ${one}/branches`]: { status: 409, arrange: connected },
  [`PUT ${one}/branch`]: { status: 200, arrange: () => ({ body: { branch: 'main' } }) },
  [`PUT ${one}/env`]: { status: 200, arrange: () => ({ body: { A: newSecret(8) } }) },
  [`PUT ${one}/env/:name`]: {
    status: 200,
    arrange: () => ({ params: { name: `V${newSecret(12)}` }, body: { value: newSecret(8) } }),
  },
  [`DELETE ${one}/env/:name`]: { status: 200, arrange: ofVariable },
  [`GET ${one}/deployments`]: { status: 200 },
  [`GET ${one}/deployments/:deploymentId`]: { status: 200, arrange: oneDeployment },
  [`DELETE ${one}/deployments/:deploymentId/instances`]: { status: 200, arrange: oneDeployment },
  'GET /v2/organisations/:ownerId/deployments': { status: 200 },
  [`GET ${orchestration}/deployments`]: { status: 200 },
  [`GET ${orchestration}/deployments/:deploymentId`]: { status: 200, arrange: oneDeployment },
  [`GET ${orchestration}/instances`]: { status: 200 },
  [`GET ${orchestration}/instances/:instanceId`]: { status: 200, arrange: oneInstance },
  [`GET ${one}/instances`]: { status: 200 },
  [`POST ${one}/instances`]: {
    status: 200,
    arrange: () => ({ query: { commit: '1'.repeat(40) } }),
  },
  [`DELETE ${one}/instances`]: { status: 200 },
  [`GET ${one}/tags`]: { status: 200 },
  [`PUT ${one}/tags`]: { status: 200, arrange: () => ({ body: [newSecret(8)] }) },
  [`PUT ${one}/tags/:tag`]: { status: 200, arrange: () => ({ params: { tag: newSecret(12) } }) },
  [`DELETE ${one}/tags/:tag`]: { status: 200, arrange: tagged },
  [`GET ${one}/vhosts`]: { status: 200 },
  [`GET ${one}/vhosts/favourite`]: { status: 404 },
  'GET /v4/berth/organisations/:ownerId/applications': { status: 200 },
  'GET /v4/berth/organisations/:ownerId/overview': { status: 200 },
  'POST /v4/berth/organisations/:ownerId/examples/:example': {
    status: 200,
    arrange: () => ({ params: { example: 'hello' } }),
  },
  [`GET ${berth}/status`]: { status: 200 },
  [`GET ${berth}/deployments`]: { status: 200 },
  [`GET ${berth}/deployments/:deploymentId`]: { status: 200, arrange: oneDeployment },
  [`GET ${berth}/releases`]: { status: 200 },
  [`GET ${berth}/releases/changes`]: {
    status: 404,
    arrange: () => ({ query: { from: '1', to: '2' } }),
  },
  [`GET ${berth}/env`]: { status: 200 },
  [`GET ${berth}/tools`]: { status: 200 },
  [`PUT ${berth}/env`]: {
    status: 200,
    arrange: async ({ setup, application }) => {
      const version = versionOf(await setup.platform.store.variables.of(application.id))
      return { body: { variables: { A: 'b' }, version } }
    },
  },
  // It is of another type than docker.
  [`POST ${berth}/deployments`]: {
    status: 400,
    arrange: () => ({ body: { image: 'registry.example/team/shop:1' } }),
  },
  [`POST ${berth}/rollback`]: { status: 409 },
  [`GET ${berth}/sleep`]: { status: 200 },
  [`PUT ${berth}/sleep`]: { status: 200, arrange: () => ({ body: { minutes: 30 } }) },
  // It was never deployed.
  [`POST ${berth}/sleep`]: { status: 409 },
  [`POST ${berth}/wake`]: { status: 200 },
  [`GET ${berth}/promotions/plan`]: {
    status: 409,
    arrange: async (scene) => ({ query: { from: (await another(scene)).id } }),
  },
  // The other one has no release.
  [`POST ${berth}/promotions`]: {
    status: 409,
    arrange: async (scene) => ({ body: { from: (await another(scene)).id } }),
  },
  [`GET ${berth}/promotion-target`]: { status: 200 },
  [`PUT ${berth}/promotion-target`]: {
    status: 200,
    arrange: async (scene) => ({ body: { applicationId: (await another(scene)).id } }),
  },
  [`DELETE ${berth}/promotion-target`]: {
    status: 200,
    async arrange(scene) {
      const { application, setup } = scene
      const target = await another(scene)
      await setup.platform.store.promotionTargets.set(application.id, target.id)
      return {}
    },
  },
  [`GET ${berth}/maintenance`]: { status: 200 },
  [`PUT ${berth}/maintenance`]: {
    status: 200,
    arrange: () => ({ body: { message: 'Back soon.' } }),
  },
  [`DELETE ${berth}/maintenance`]: { status: 200 },
  [`GET ${berth}/connected-repository`]: { status: 200, arrange: connected },
  [`PUT ${berth}/connected-repository`]: {
    status: 200,
    arrange: () => ({ body: { url: 'git@127.0.0.1:a/b.git', access: 'deploy-key' } }),
  },
  [`DELETE ${berth}/connected-repository`]: { status: 200, arrange: connected },
  [`POST ${berth}/connected-repository/check`]: { status: 200, arrange: connected },
  [`GET ${berth}/connected-repository/webhook`]: { status: 200, arrange: connected },
  [`POST ${berth}/connected-repository/webhook/renew`]: { status: 200, arrange: connected },
  [`GET ${berth}/previews`]: { status: 200 },
  [`POST ${berth}/previews`]: { status: 200, arrange: withPreviews },
  [`GET ${berth}/previews/:previewId`]: { status: 200, arrange: onePreview },
  [`POST ${berth}/previews/:previewId/update`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await onePreview(scene)), body: {} }),
  },
  [`POST ${berth}/previews/:previewId/approve`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await onePreview(scene)), body: {} }),
  },
  [`DELETE ${berth}/previews/:previewId`]: { status: 200, arrange: onePreview },
  [`GET ${berth}/preview-settings`]: { status: 200 },
  [`PUT ${berth}/preview-settings`]: {
    status: 200,
    arrange: () => ({ body: { maxPreviews: 3 } }),
  },
  [`GET ${berth}/connected-repository/deliveries`]: { status: 200, arrange: connected },
  [`POST ${berth}/connected-repository/deliveries/:deliveryId/replay`]: {
    status: 200,
    arrange: delivered,
  },
  [`GET ${berth}/shells`]: { status: 200 },
  [`PUT ${berth}/shells`]: { status: 200, arrange: () => ({ body: { allowed: false } }) },
  'GET /v4/berth/organisations/:ownerId/shells': { status: 200 },
  'PUT /v4/berth/organisations/:ownerId/shells': {
    status: 200,
    arrange: () => ({ body: { allowed: true } }),
  },
  'GET /v4/logs/organisations/:ownerId/applications/:applicationId/logs': { status: 200 },
  'GET /v4/logs/organisations/:ownerId/applications/:applicationId/accesslogs': { status: 200 },
  'GET /v4/accesslogs/organisations/:ownerId/applications/:applicationId/accesslogs': {
    status: 200,
  },
}
