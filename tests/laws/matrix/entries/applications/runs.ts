import { newId } from '#kit/text/ids.ts'
import type { RunId } from '#platform/model/hosting/runs/run.ts'
import type { Entries } from '#tests/laws/matrix/entry.ts'
import type { Scene } from '#tests/laws/matrix/scene.ts'

const runs = '/v4/berth/organisations/:ownerId/applications/:applicationId/runs'

async function oneRun({ setup, application: { id }, owner }: Scene) {
  const runId: RunId = newId('run')
  const now = setup.platform.clock()
  await setup.platform.store.runs.add({
    id: runId,
    applicationId: id,
    deploymentId: newId('deployment'),
    release: 1,
    commit: '1'.repeat(40),
    command: 'npm run migrate',
    flavor: 'XS',
    isDetached: true,
    timeout: 60_000,
    startedBy: owner.id,
    credential: 'session',
    credentialId: '',
    from: '',
    serverId: setup.platform.store.claims.serverId,
    state: 'failed',
    createdAt: now,
    startedAt: now,
    endedAt: now,
    exitCode: 1,
    reason: null,
    output: 'done\n',
    outputEnd: 5,
  })
  return { params: { runId } }
}

/** One-off commands. The application of the scene has no release, and the run has ended. */
export const runEntries: Entries = {
  [`GET ${runs}`]: { status: 200 },
  [`POST ${runs}`]: { status: 409, arrange: () => ({ body: { command: ['true'] } }) },
  [`GET ${runs}/:runId`]: { status: 200, arrange: oneRun },
  [`DELETE ${runs}/:runId`]: { status: 409, arrange: oneRun },
}
