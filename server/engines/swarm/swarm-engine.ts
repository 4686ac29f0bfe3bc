import { mkdir, readFile } from 'node:fs/promises'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import { build, cacheVolume } from './builds/build.ts'
import { copyArtifact } from './builds/copy-artifact.ts'
import { storageVolume } from './builds/dockerfile/builder-container.ts'
import { type ImageHandle, pinnedImage } from './builds/image-handle.ts'
import { missingCapabilities, swarmCapabilities } from './capabilities.ts'
import { type DockerHost, openDocker, removed } from './docker-client.ts'
import { requireNftables } from './egress/egress-agent.ts'
import { createEgressAgents } from './egress/egress-agents.ts'
import { createEgressSources, type EgressOptions } from './egress/egress-sources.ts'
import { identityOf, type SwarmIdentity } from './identity.ts'
import { provideBaseImage, usualPackages } from './images/debian-image.ts'
import { openImageRecords } from './images/image-records.ts'
import { createRegistry, registryUrl } from './images/registry.ts'
import { SwarmInstances } from './instances/instances.ts'
import { pullTimeout } from './instances/launch.ts'
import { WatchedInstances } from './instances/watched-instances.ts'
import { label, type SwarmParts } from './swarm-parts.ts'
import { tickRepeatedly } from './ticks.ts'

export interface SwarmEngineOptions
  extends Pick<
    SwarmParts,
    | 'folder'
    | 'watcher'
    | 'toolchain'
    | 'scriptsMark'
    | 'buildTimeout'
    | 'buildRoom'
    | 'stopGrace'
    | 'maxLinesPerSecond'
    | 'ports'
  > {
  /** What instances and builds may reach in addition to the Internet. */
  egress: Pick<EgressOptions, 'allowed' | 'visitors' | 'addonsPorts'>
  docker: DockerHost
  /** With several servers: the ids of their platform and of this one. A single server is identified by its folder. */
  identity?: SwarmIdentity | undefined
  /** Address of the image registry. */
  registry: string
  zone?: string
  baseImage?: string
  basePackages?: readonly string[]
  npmRegistry?: () => Promise<string>
  sbtRepositories?: string
  /** The operator's Maven repository, which stands for Maven Central in builds. */
  mavenMirror?: string | undefined
  /** Addresses of repositories that builds may reach where they are private. */
  repositories?: readonly string[]
  hostEnvironment: {
    proxies: Readonly<Record<string, string>>
    extraCaCerts: string | undefined
    packageSources?: Readonly<Record<string, string>>
  }
  addonsHost: string
  log?: (sentence: string) => void
}

const tickInterval = 500
/** Nodes come and go seldom, and a start looks itself. */
const refreshInterval = 10_000

/** Runs applications as services of a Docker Swarm: builds and images by this daemon, instances on any node. */
export async function openSwarmEngine(options: SwarmEngineOptions): Promise<Engine> {
  const { log = () => {}, addonsHost } = options
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const docker = await openDocker(options.docker)
  const { extraCaCerts } = options.hostEnvironment
  const { missing, clusterId, nodeId } = await swarmCapabilities(docker, addonsHost)
  await requireNftables()
  let base: ReturnType<typeof provideBaseImage> | undefined
  const sources = createEgressSources({
    ...options.egress,
    publishedPorts: options.ports,
    addonsHost,
    closed: [registryUrl(options.registry).href, ...tcpAddress(options.docker)],
    npmRegistry: options.npmRegistry,
    repositories: options.repositories ?? [],
    proxies: options.hostEnvironment.proxies,
  })
  const parts: SwarmParts = {
    docker,
    nodeId,
    registry: createRegistry({
      address: options.registry,
      docker,
      records: await openImageRecords(options.folder),
      log,
    }),
    base: () => {
      base ??= provideBaseImage(parts)
      // Tried again when the registry is back.
      base.catch(() => {
        base = undefined
      })
      return base
    },
    get egress() {
      return agents
    },
    withLock: createKeyedMutex(),
    ...(options.identity ?? (await identityOf(options.folder))),
    folder: options.folder,
    zone: options.zone ?? '',
    watcher: options.watcher,
    toolchain: options.toolchain,
    scriptsMark: options.scriptsMark,
    npmRegistry: options.npmRegistry,
    sbtRepositories: options.sbtRepositories ?? 'local\nmaven-central',
    mavenMirror: options.mavenMirror,
    proxies: options.hostEnvironment.proxies,
    packageSources: options.hostEnvironment.packageSources ?? {},
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
  const agents = createEgressAgents(parts, sources)
  const watched = new WatchedInstances(parts)
  await watched.open()
  const instances = new SwarmInstances(parts, watched)
  const stopTicking = tickRepeatedly(() => watched.tick(), tickInterval, log)
  const stopRefreshing = tickRepeatedly(() => agents.refresh(), refreshInterval, log)

  return {
    name: 'swarm',
    buildsDockerfiles: true,
    weaknesses: missing.map((name) => missingCapabilities[name]),
    addonsHost,
    withoutVolumes: 'instances run on any machine of a swarm, and buckets are on one',
    fetchTimeout: pullTimeout,
    cluster: {
      id: clusterId,
      takeOver: (...taken) => instances.takeOver(...taken),
      leave: (applicationId) => instances.leave(applicationId),
    },
    build: (order) => build(parts, order),
    copy: (order) => copyArtifact(parts, order),
    holds: async (artifact) => {
      const image = await pinnedImage(parts, artifact)
      return image !== undefined && parts.registry.has(image)
    },
    async discard({ handle }) {
      const { image } = handle as ImageHandle
      if (image) await parts.registry.remove(image)
    },
    async forget(applicationId) {
      const volumes = [cacheVolume, storageVolume].map((nameOf) =>
        nameOf(parts.platform, applicationId),
      )
      for (const volume of volumes) await removed(docker.getVolume(volume).remove())
    },
    start: (order) => instances.start(order),
    revive: (instance) => instances.revive(instance),
    run: (instance, command, signal, options) => instances.run(instance, command, signal, options),
    openSession: (instance, request) => instances.openSession(instance, request),
    terminate: (instanceId, grace) => instances.terminate(instanceId, grace),
    stop: (instanceId, grace) => instances.stop(instanceId, grace),
    async allowEgress() {},
    isRunning: (instanceId) => instances.isRunning(instanceId),
    listening: (instanceId) => watched.listening(instanceId),
    usage: async () => watched.usage(),
    async recover(wanted, isRemote = async () => false) {
      await removeBuilds(parts)
      await instances.recover(wanted, isRemote)
      return []
    },
    async close() {
      await stopTicking()
      await stopRefreshing()
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

/** A daemon that is reached by the network must not be by tenants. */
const tcpAddress = ({ host }: DockerHost): string[] => (host.startsWith('unix:') ? [] : [host])
