import { isIP } from 'node:net'
import { unlessMissing } from '#engines/swarm/docker-client.ts'
import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { createService } from '#engines/swarm/instances/services.ts'
import { listNodes, listTasks, type SwarmNode, type Task } from '#engines/swarm/instances/tasks.ts'
import { label, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { Failure, type FailureStep } from '#platform/model/hosting/deployments/failure.ts'
import { type AgentService, agentService, provideAgentImage } from './egress-agent.ts'
import type { EgressConfirmation } from './egress-confirmation.ts'
import type { NodeEgress } from './egress-rules.ts'

/** Addresses other than those of the nodes, looked up for each refresh. */
export type EgressSources = () => Promise<Omit<NodeEgress, 'nodes'>>

const pollInterval = 250
/** For a node to pull the image and start it. */
const confirmTimeout = 120_000
/** How long a start waits for nodes that are late, while others have the rules. */
const lateTimeout = 30_000

export function createEgressAgents(parts: SwarmParts, sources: EgressSources): EgressConfirmation {
  const mutex = createMutex()
  /** Nodes that were waited for in vain, and are not again. */
  const doubtful = new Set<string>()
  let image: Promise<PinnedImage> | undefined

  const agentImage = () => {
    image ??= provideAgentImage(parts)
    // Tried again when the registry is back.
    image.catch(() => {
      image = undefined
    })
    return image
  }

  /** Creates or updates the service; returns what it should be. */
  const apply = () =>
    mutex(async (): Promise<AgentService> => {
      const [nodes, egress] = await Promise.all([listNodes(parts), sources()])
      const addresses = nodes.map(({ address }) => address).filter((each) => isIP(each) === 4)
      const wanted = agentService(parts, await agentImage(), {
        ...egress,
        nodes: [...new Set(addresses)].sort(),
      })
      const { docker, registry } = parts
      const service = docker.getService(wanted.name)
      const found = await unlessMissing(service.inspect())
      if (!found) await createService(parts, wanted.spec)
      else if (found.Spec.Labels?.[label.rules] !== wanted.mark) {
        const authconfig = registry.credentials
        const version = found.Version.Index
        await service.update({ version, ...wanted.spec, ...(authconfig ? { authconfig } : {}) })
      }
      return wanted
    })

  const look = async ({ name, mark }: AgentService) => {
    const [nodes, tasks] = await Promise.all([listNodes(parts), listTasks(parts, name)])
    const states = nodes.map((node) => ({ node, ...stateOf(node, tasks, mark) }))
    for (const { node, isConfirmed } of states) if (isConfirmed) doubtful.delete(node.id)
    return states
  }

  return {
    async unconfirmedNodes(signal) {
      const wanted = await apply()
      const started = performance.now()
      for (;;) {
        const states = await look(wanted)
        const confirmed = states.filter(({ isConfirmed }) => isConfirmed)
        const missing = states.filter(({ isConfirmed }) => !isConfirmed)
        const awaited = missing.filter(({ node }) => node.isReady && node.isActive)
        const waited = performance.now() - started
        const isLate = waited > lateTimeout || awaited.every(({ node }) => doubtful.has(node.id))
        if (confirmed.length > 0 && isLate) {
          for (const { node } of awaited) doubtful.add(node.id)
          return missing.map(({ node }) => node.id)
        }
        if (waited > confirmTimeout) throw unconfirmed('start', missing)
        await sleep(pollInterval, signal)
      }
    },

    async confirm(nodeId, step, signal) {
      const wanted = await apply()
      const started = performance.now()
      for (;;) {
        const states = await look(wanted)
        const own = states.filter(({ node }) => node.id === nodeId)
        if (own.some(({ isConfirmed }) => isConfirmed)) return
        if (performance.now() - started > confirmTimeout) throw unconfirmed(step, own)
        await sleep(pollInterval, signal)
      }
    },

    refresh: async () => void (await apply()),
  }
}

interface NodeState {
  node: SwarmNode
  isConfirmed: boolean
  said: string
}

/** Swarm calls the task of an agent running once its health check has found the rules. */
function stateOf(node: SwarmNode, tasks: readonly Task[], mark: string) {
  const own = tasks.filter(({ nodeId, rules }) => nodeId === node.id && rules === mark)
  const isConfirmed = node.isReady && own.some(({ state }) => state === 'running')
  const [newest] = own
  const said = !node.isReady
    ? 'it is away'
    : newest
      ? `${newest.state} ${newest.message}`
      : node.isActive
        ? 'it has not begun'
        : 'it is drained or paused'
  return { isConfirmed, said }
}

const unconfirmed = (step: FailureStep, states: readonly NodeState[]) =>
  new Failure(
    step,
    'No node has confirmed the egress rules of the platform, without which nothing runs there (egress-unconfirmed).',
    states.map(({ node, said }) => `Node ${node.name}: ${said}`),
  )
