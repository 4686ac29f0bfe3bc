import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { unmountBelow } from '#tests/runner/run-folder.ts'
import { killGroup, openLabNetwork } from './lab-network.ts'
import { type LabRegistry, openLabRegistry } from './lab-registry.ts'

/** A Docker node in a network namespace of its own. */
export interface LabNode {
  name: string
  address: string
  /** `unix://…` */
  host: string
  /** Kills the daemon and all its containers, as a power cut would. */
  kill(): Promise<void>
}

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

interface NodePlace {
  place: string
  namespace: string
  address: string
  registries: string
}

async function startNode({
  place,
  namespace,
  address,
  registries,
}: NodePlace): Promise<LabNode & AsyncDisposable> {
  const socket = join(place, 'docker.sock')
  await writeFile(join(place, 'daemon.json'), '{}')
  // `ip netns exec` would hide /sys/fs/cgroup from the daemon. Nodes are told apart by their host names.
  const child = spawn(
    'unshare',
    [
      ...['--uts', 'sh', '-c', 'hostname "$1"; shift; exec "$@"', 'sh', namespace],
      ...['nsenter', `--net=/run/netns/${namespace}`, '--', 'dockerd'],
      ...['--config-file', join(place, 'daemon.json'), '--data-root', join(place, 'data')],
      ...['--exec-root', join(place, 'exec'), '--pidfile', join(place, 'pid')],
      ...['--host', `unix://${socket}`, '--cgroup-parent', `/${namespace}`],
      ...['--userland-proxy=false', '--insecure-registry', registries, '--log-level', 'warn'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-4000)
  })
  const exited = once(child, 'exit')
  const docker = await openDocker({ host: `unix://${socket}` })
  const isUp = () =>
    docker.ping().then(
      () => true,
      () => false,
    )
  await until(() => isUp(), { timeout: readyTimeout, every: 100, what: `dockerd: ${said}` })
  let isEnding = false
  void exited.then(() => isEnding || console.error(`dockerd of ${namespace} died: ${said}`))
  const end = async () => {
    isEnding = true
    child.kill('SIGKILL')
    await exited
    await killGroup(namespace)
    await unmountBelow(place)
  }
  return {
    name: namespace,
    address,
    host: `unix://${socket}`,
    kill: end,
    [Symbol.asyncDispose]: end,
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
