import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import type { ConnectedRepository } from '#client/resources/connected-repository.ts'

const pollEvery = 1000
/** A fetch may take a quarter of an hour, and a build longer. */
const timeout = 3_600_000

/** What came of a repository that was connected. */
export interface FirstLook {
  repository: ConnectedRepository
  /** Of its newest commit, ended; absent where none was deployed. */
  deployment: Deployment | undefined
}

/** Waits until the repository was looked at since it was connected, and until the deployment of what was found has ended. */
export async function awaitFirstLook(
  client: Client,
  application: ApplicationAddress,
  connected: ConnectedRepository,
): Promise<FirstLook> {
  const deadline = performance.now() + timeout
  let repository = connected
  while (repository.dueAt === connected.dueAt && performance.now() < deadline) {
    await wait(pollEvery)
    repository = await client.connectedRepository.get(application)
  }
  for (;;) {
    const newest = await client.deployments.list(application, { limit: 10 })
    const deployment = newest.find(({ commit }) => commit === repository.head?.commit)
    const isOver = deployment?.state !== 'WIP' || performance.now() > deadline
    if (isOver) return { repository, deployment }
    await wait(pollEvery)
  }
}
