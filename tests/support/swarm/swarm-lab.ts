import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { type LabNode, startNode } from './docker-node.ts'
import { openLabNetwork } from './lab-network.ts'
import { type LabRegistry, openLabRegistry } from './lab-registry.ts'

/** A swarm of a few nodes with a registry, all on this machine and all removed on close. */
export interface SwarmLab extends AsyncDisposable {
  nodes: LabNode[]
  registry: LabRegistry
  /** This machine, as the nodes reach it. */
  address: string
  /** Network of the nodes. */
  subnet: string
}

const readyTimeout = 120_000

/** Starts the nodes, the first of which makes the swarm; all are managers, so that one may die. */
export async function openSwarmLab(count = 1): Promise<SwarmLab> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-lab-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  try {
    const network = stack.use(await openLabNetwork(count))
    const registry = stack.use(
      await openLabRegistry(join(folder, 'registry'), network.bridgeAddress),
    )
    const nodes = await Promise.all(
      network.namespaces.map(async ({ namespace, address }, index) => {
        const place = join(folder, `node-${index}`)
        await mkdir(place)
        const node = await startNode({ place, namespace, address, registries: network.subnet })
        stack.use(node)
        return node
      }),
    )
    await joinSwarm(nodes)
    return {
      nodes,
      registry,
      address: network.bridgeAddress,
      subnet: network.subnet,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function joinSwarm([first, ...others]: LabNode[]): Promise<void> {
  if (!first) return
  const docker = await openDocker({ host: first.host })
  await docker.swarmInit({
    ListenAddr: `${first.address}:2377`,
    AdvertiseAddr: first.address,
    DefaultAddrPool: ['10.222.0.0/16'],
    SubnetSize: 26,
  })
  const { JoinTokens } = await docker.swarmInspect()
  for (const node of others) {
    await (await openDocker({ host: node.host })).swarmJoin({
      ListenAddr: `${node.address}:2377`,
      AdvertiseAddr: node.address,
      RemoteAddrs: [`${first.address}:2377`],
      JoinToken: JoinTokens.Manager,
    })
  }
  await until(
    async () => {
      const nodes = await docker.listNodes()
      const ready = nodes.filter(({ Status }) => (Status as { State?: string })?.State === 'ready')
      return ready.length === others.length + 1
    },
    { timeout: readyTimeout, every: 250, what: 'the nodes of the swarm' },
  )
}
