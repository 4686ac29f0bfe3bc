import { newId, newSecret } from '#kit/text/ids.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const list = '/v2/organisations/:ownerId/applications'
const one = `${list}/:applicationId`

/** A queued deployment of an application that no worker starts. */
async function waiting({ setup, application, owner }: Scene): Promise<string> {
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

const oneDeployment = async (scene: Scene) => ({ params: { deploymentId: await waiting(scene) } })

const ofVariable = async ({ setup, application }: Scene) => {
  const name = `V${newSecret(12)}`
  await setup.platform.store.variables.set(application.id, name, 'x')
  return { params: { name } }
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
  [`PUT ${one}/env`]: { status: 200, arrange: () => ({ body: { A: newSecret(8) } }) },
  [`PUT ${one}/env/:name`]: {
    status: 200,
    arrange: () => ({ params: { name: `V${newSecret(12)}` }, body: { value: newSecret(8) } }),
  },
  [`DELETE ${one}/env/:name`]: { status: 200, arrange: ofVariable },
  [`GET ${one}/deployments`]: { status: 200 },
  [`GET ${one}/deployments/:deploymentId`]: { status: 200, arrange: oneDeployment },
  [`DELETE ${one}/deployments/:deploymentId/instances`]: { status: 200, arrange: oneDeployment },
  [`GET ${one}/instances`]: { status: 200 },
  [`POST ${one}/instances`]: {
    status: 200,
    arrange: () => ({ query: { commit: '1'.repeat(40) } }),
  },
  [`DELETE ${one}/instances`]: { status: 200 },
  [`GET ${one}/vhosts`]: { status: 200 },
  [`GET ${one}/vhosts/favourite`]: { status: 404 },
  'GET /v4/logs/organisations/:ownerId/applications/:applicationId/logs': { status: 200 },
}
