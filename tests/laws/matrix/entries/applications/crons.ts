import { newId, newSecret } from '#kit/text/ids.ts'
import type { CronRunId } from '#platform/model/hosting/crons/cron.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const application = '/v4/berth/organisations/:ownerId/applications/:applicationId'
const list = `${application}/crons`
const runs = `${application}/cron-runs`

const body = () => ({
  name: `task ${newSecret(8)}`,
  schedule: '0 3 * * *',
  command: `echo ${newSecret(8)}`,
})

async function oneCron({ setup, application: { id }, owner }: Scene) {
  const cronId = newId('cron')
  await setup.platform.store.crons.add({
    ...body(),
    id: cronId,
    applicationId: id,
    where: 'one instance',
    timeout: 60_000,
    createdBy: owner.id,
    createdAt: setup.platform.clock(),
  })
  return { params: { cronId } }
}

async function oneRun({ setup, application: { id } }: Scene) {
  const runId: CronRunId = newId('cronrun')
  const now = setup.platform.clock()
  await setup.platform.store.cronRuns.add({
    ...body(),
    id: runId,
    applicationId: id,
    cronId: newId('cron'),
    cause: 'schedule',
    requestedBy: '',
    dueAt: now,
    slot: '',
    serverId: setup.platform.store.claims.serverId,
    instanceId: null,
    instanceNumber: null,
    state: 'failed',
    startedAt: now,
    endedAt: now,
    exitCode: 1,
    reason: null,
    output: '',
    isCut: false,
  })
  return { params: { runId } }
}

/** Scheduled tasks. The application of the scene has no running instance, and the run has ended. */
export const cronEntries: Entries = {
  [`GET ${list}`]: { status: 200 },
  [`POST ${list}`]: { status: 200, arrange: () => ({ body: body() }) },
  [`PUT ${list}/:cronId`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await oneCron(scene)), body: body() }),
  },
  [`DELETE ${list}/:cronId`]: { status: 200, arrange: oneCron },
  [`PUT ${list}/:cronId/enabled`]: {
    status: 200,
    arrange: async (scene) => ({ ...(await oneCron(scene)), body: { enabled: false } }),
  },
  [`POST ${list}/:cronId/runs`]: { status: 409, arrange: oneCron },
  [`GET ${runs}`]: { status: 200 },
  [`GET ${runs}/:runId`]: { status: 200, arrange: oneRun },
  [`DELETE ${runs}/:runId`]: { status: 409, arrange: oneRun },
}
