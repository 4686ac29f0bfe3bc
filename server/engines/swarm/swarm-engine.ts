import { mkdir, readFile } from 'node:fs/promises'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Engine } from '#platform/deployments/engine.ts'
import { build, cacheVolume } from './builds/build.ts'
import type { ImageHandle } from './builds/image-handle.ts'
import { missingCapabilities, swarmCapabilities } from './capabilities.ts'
import { clusterState } from './cluster-error.ts'
import { type DockerHost, messageOf, openDocker, removed } from './docker-client.ts'
import { identityOf, type SwarmIdentity } from './identity.ts'
import { provideBaseImage, usualPackages } from './images/debian-image.ts'
import { createRegistry } from './images/registry.ts'
import { SwarmInstances } from './instances/instances.ts'
import { pullTimeout } from './instances/launch.ts'
import { WatchedInstances } from './instances/watched-instances.ts'
import { label, type SwarmParts } from './swarm-parts.ts'

export interface SwarmEngineOptions
  extends Pick<
    SwarmParts,
    | 'folder'
    | 'watcher'
    | 'toolchain'
    | 'buildTimeout'
    | 'buildRoom'
    | 'stopGrace'
    | 'maxLinesPerSecond'
    | 'ports'
  > {
  docker: DockerHost
  /** Of several servers: the platform that they are, and this one. Alone, a server is told by its folder. */
  identity?: SwarmIdentity | undefined
  /** Address of the image registry. */
  registry: string
  zone?: string
  baseImage?: string
  basePackages?: readonly string[]
  npmRegistry?: () => Promise<string>
  sbtRepositories?: string
  hostEnvironment: {
    proxies: Readonly<Record<string, string>>
    extraCaCerts: string | undefined
  }
  addonsHost: string
  log?: (sentence: string) => void
}

const tickInterval = 500

/** Runs applications as services of a Docker Swarm: builds and images by this daemon, instances on any node. */
export async function openSwarmEngine(options: SwarmEngineOptions): Promise<Engine> {
  const { log = () => {}, addonsHost } = options
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const docker = await openDocker(options.docker)
  const { extraCaCerts } = options.hostEnvironment
  let base: Promise<string> | undefined
  const parts: SwarmParts = {
    docker,
    registry: createRegistry({ address: options.registry, docker, log }),
    base: () => {
      base ??= provideBaseImage(parts)
      // Tried again when the registry is back.
      base.catch(() => {
        base = undefined
      })
      return base
    },
    turns: createKeyedMutex(),
    ...(options.identity ?? (await identityOf(options.folder))),
    folder: options.folder,
    zone: options.zone ?? '',
    watcher: options.watcher,
    toolchain: options.toolchain,
    npmRegistry: options.npmRegistry,
    sbtRepositories: options.sbtRepositories ?? 'local\nmaven-central',
    proxies: options.hostEnvironment.proxies,
    extraCaCerts: extraCaCerts ? await readFile(extraCaCerts).catch(() => undefined) : undefined,
    baseImage: options.baseImage ?? '',
    basePackages: options.basePackages ?? usualPackages,
    buildTimeout: options.buildTimeout,
    buildRoom: options.buildRoom,
    stopGrace: options.stopGrace,
    ports: options.ports,
    maxLinesPerSecond: options.maxLinesPerSecond,
    log,
  }
  const { missing, clusterId } = await swarmCapabilities(parts, addonsHost)
  const watched = new WatchedInstances(parts)
  await watched.open()
  const instances = new SwarmInstances(parts, watched)
  const stopTicking = tickRepeatedly(() => watched.tick(), log)

  return {
    name: 'swarm',
    weaknesses: missing.map((name) => missingCapabilities[name]),
    addonsHost,
    fetchTimeout: pullTimeout,
    cluster: {
      id: clusterId,
      takeOver: (...taken) => instances.takeOver(...taken),
      leave: (applicationId) => instances.leave(applicationId),
    },
    build: (order) => build(parts, order),
    holds: async ({ handle }) => {
      const { image } = handle as ImageHandle
      return image !== undefined && parts.registry.has(image)
    },
    async discard({ handle }) {
      const { image } = handle as ImageHandle
      if (image) await parts.registry.remove(image)
    },
    forget: (applicationId) =>
      removed(docker.getVolume(cacheVolume(parts.platform, applicationId)).remove()),
    start: (order) => instances.start(order),
    revive: (instance) => instances.revive(instance),
    run: (instance, command, signal) => instances.run(instance, command, signal),
    terminate: (instanceId, grace) => instances.terminate(instanceId, grace),
    stop: (instanceId, grace) => instances.stop(instanceId, grace),
    async allowEgress() {},
    isRunning: (instanceId) => instances.isRunning(instanceId),
    listening: (instanceId) => watched.listening(instanceId),
    usage: async () => watched.usage(),
    async recover(wanted, isElsewhere = async () => false) {
      await removeBuilds(parts)
      await instances.recover(wanted, isElsewhere)
      return []
    },
    async close() {
      await stopTicking()
      await watched.close()
    },
  }
}

/** Containers of builds that a crash of this server has left; those without its name are of an older version. */
async function removeBuilds({ docker, platform, server }: SwarmParts): Promise<void> {
  const filters = { label: [`${label.platform}=${platform}`, `${label.kind}=build`] }
  for (const { Id, Labels } of await docker.listContainers({ all: true, filters })) {
    if ((Labels[label.server] ?? server) !== server) continue
    await removed(docker.getContainer(Id).remove({ force: true, v: true }))
  }
}

/** One tick after the other; a state of the swarm is logged once, and again when it has changed. */
function tickRepeatedly(tick: () => Promise<void>, log: (sentence: string) => void) {
  let isClosed = false
  let said = ''
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  const turn = async () => {
    try {
      await tick()
      if (said) log('The swarm answers again.')
      said = ''
    } catch (error) {
      const { sentence, state } = clusterState(messageOf(error))
      if (said !== state) log(`${sentence} (${state}): ${messageOf(error)}. Instances go on.`)
      said = state
    }
    if (!isClosed) again()
  }
  const again = () => {
    timer = setTimeout(() => {
      running = turn()
    }, tickInterval).unref()
  }
  again()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await running
  }
}
