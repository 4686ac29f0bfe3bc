import { isLoopback } from '#kit/net/loopback.ts'
import { ClusterUnusableError } from '#platform/model/hosting/deployments/engine.ts'
import { type Docker, messageOf } from './docker-client.ts'

/** What this engine does not do, by name: told at the start, and named by the tests. */
export const missingCapabilities = {
  'addons-by-link':
    'Instances reach the ports of all built-in databases (BERTH_ADDONS_PORTS), linked or not; only passwords protect them.',
  'instance-disk':
    'The files of an instance have no size limit: Docker has none for volumes on most file systems.',
  'exec-loopback':
    'Commands beside an instance (hooks, exec) have its files and network, but their own loopback interface.',
  'stop-grace':
    'A grace of a stop that is shorter than BERTH_STOP_GRACE holds only on the node of this server.',
  'addons-host':
    'Databases of this machine are reached from its own node only: set BERTH_ADDONS_HOST to an address that all nodes reach.',
  'tcp-redirection': 'TCP redirections reach no instances: only their HTTP port is published.',
} as const

export type MissingCapability = keyof typeof missingCapabilities

export interface SwarmFacts {
  missing: MissingCapability[]
  clusterId: string
  /** The node of this daemon. */
  nodeId: string
}

/** Looks whether the daemon is a manager of a swarm; returns the swarm, and what this engine does not do there. */
export async function swarmCapabilities(docker: Docker, addonsHost: string): Promise<SwarmFacts> {
  const info = await docker.info().catch((error: unknown) => {
    throw new ClusterUnusableError(
      `the Docker daemon (BERTH_DOCKER_HOST) does not answer: ${messageOf(error)}`,
    )
  })
  if (!info.Swarm?.ControlAvailable) {
    throw new ClusterUnusableError(
      'the Docker daemon (BERTH_DOCKER_HOST) is not a manager of a swarm: run "docker swarm init" there',
    )
  }
  const names = Object.keys(missingCapabilities) as MissingCapability[]
  return {
    missing: names.filter((name) => name !== 'addons-host' || isLoopback(addonsHost)),
    clusterId: info.Swarm.Cluster?.ID ?? '',
    nodeId: info.Swarm.NodeID ?? '',
  }
}
