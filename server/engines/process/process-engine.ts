import { chmod, readFile } from 'node:fs/promises'
import { createBackground } from '#kit/concurrency/background.ts'
import { createWorker } from '#kit/concurrency/worker.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import type { SystemPackage } from '#kit/packages/system-packages.ts'
import type {
  Engine,
  InstanceWatcher,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { findArtifact } from './builds/artifacts.ts'
import { build } from './builds/build.ts'
import { copyArtifact } from './builds/copies/copy-artifact.ts'
import { privateDownloads } from './builds/dependencies/install-cache.ts'
import { TreesInUse } from './builds/dependencies/trees-in-use.ts'
import { discardArtifact, removeAllDiscarded } from './builds/discard.ts'
import { completeRegistries, registryAddresses } from './builds/image/image-registries.ts'
import { recoverBuilds } from './builds/recover-builds.ts'
import type { SharedArtifacts } from './builds/sbt/shared-artifacts.ts'
import type { Capabilities, Capability } from './capabilities.ts'
import { openCompiledTools } from './compiled/compiled-tools.ts'
import { folderOf } from './folders.ts'
import { writeHosts } from './instances/instance-hosts.ts'
import { Instances } from './instances/instances.ts'
import { idleOrder } from './instances/launch-options.ts'
import { isolationWarnings } from './isolation-warnings.ts'
import { DiskShares, type RoomLimits } from './limits/disk-shares.ts'
import { raiseMachineLimit } from './limits/open-files.ts'
import type { Egress } from './network/firewall.ts'
import { openNetwork } from './network/network.ts'
import { operatorHosts } from './network/operator-hosts.ts'
import { PortPool } from './network/port-pool.ts'
import { openNetworkGroups } from './network-groups/network-groups.ts'
import { firstUser, type Parts } from './parts.ts'
import { type ProbedMachine, probeMachine } from './probe-machine.ts'
import { readNameServers, writeEtcFiles } from './sandbox/etc-files.ts'
import { type KeptLimits, noLimits, sweep, trimTrees } from './sweep.ts'
import { openTrash } from './trash.ts'

export interface ProcessEngineOptions {
  /** Data folder of the engine. */
  folder: string
  /** Read-only folder of a tool, with its programs in `bin/`. */
  toolchain: (tool: Tool) => Promise<string>
  /** Address of the npm registry, requested when a build runs a command. */
  registry?: () => Promise<string>
  /** Lines of the repositories file of sbt; its own name for Maven Central when absent. */
  sbtRepositories?: string
  /** The operator's Maven repository, which stands for Maven Central in builds. */
  mavenMirror?: string | undefined
  /** Settings of Buildah about registries; its own for docker.io when absent. */
  registries?: string | undefined
  /** Addresses of further repositories, for builds. */
  repositories?: readonly string[]
  sharedArtifacts?: SharedArtifacts
  watcher: InstanceWatcher
  /** Timeout of a build, in milliseconds. */
  buildTimeout: number
  /** Disk limits of a build. */
  buildRoom: RoomLimits
  /** Disk limits of an instance. */
  instanceRoom: RoomLimits
  /** Disk limits of caches shared by all builds; unlimited when absent. */
  kept?: KeptLimits
  /** Maximum lines per second of an instance or a build; more are dropped. */
  maxLinesPerSecond: number
  hostEnvironment: {
    /** Proxy variables. */
    proxies: Readonly<Record<string, string>>
    /** File with additional CA certificates. */
    extraCaCerts: string | undefined
    /** Variables that name mirrors of packages of languages. */
    packageSources?: Readonly<Record<string, string>>
  }
  /** Destinations of builds and instances in addition to the Internet; none when absent. */
  egress?: {
    /** IPv4 networks, such as `10.1.0.0/16`. */
    allowed: readonly string[]
    /** Listeners of the router, once known. */
    visitors: () => Promise<Egress['visitors']>
  }
  /** Folder in which the volumes of this machine are mounted, by id. */
  volumes?: string
  /** Host in the URIs of add-on servers; their loopback address when absent. */
  addonsHost?: string
  /** Installs packages that are needed later; resolves to an error message, or nothing. Absent where that is forbidden. */
  install?: ((packages: readonly SystemPackage[]) => Promise<string | undefined>) | undefined
  /** Whether warnings are about a container, by whose options it is isolated. */
  isContainer?: boolean
  /** Logs sentences for the operator. */
  log?: (sentence: string) => void
  /** Port of the first instance where instances share the machine's network; 8080 when absent. */
  preferredPort?: number
  /** Isolation features to leave unused. */
  without?: Capability[]
  /** What was probed before, because the trials take their time; probed here when absent. */
  machine?: ProbedMachine | undefined
}

const tickInterval = 1000
const sweepInterval = 3_600_000
const unusedFor = 14 * 24 * 3_600_000

/** Runs applications as processes of this machine, with the isolation that it supports. */
export async function openProcessEngine(options: ProcessEngineOptions): Promise<Engine> {
  const { log = () => {}, addonsHost = hostLoopback } = options
  const machine = options.machine ?? (await probeMachine(options.folder, options.without))
  const { folders, mark, system } = machine
  const [capabilities, extraCaCerts] = await Promise.all([
    machine.capabilities,
    readExtraCaCerts(options.hostEnvironment.extraCaCerts),
  ])
  if (capabilities.groups?.controllers.includes('memory')) await raiseMachineLimit()
  // Private to the server; without the sandbox's mounts, applications need to pass through.
  await chmod(folders.root, capabilities.sandbox ? 0o700 : 0o711)
  await writeEtcFiles(folders.etc, {
    isIsolated: capabilities.network,
    extraCaCerts,
    addonsHost,
  })
  const { addresses: nameServers } = await readNameServers()
  const trash = openTrash(folders.trash, log)
  const limits = options.kept ?? noLimits
  const treesInUse = new TreesInUse()
  const treeTrimmer = createWorker({
    async run() {
      await trimTrees({ folders, trash, treesInUse }, limits.treeBytes, Date.now)
      return undefined
    },
    onError: (error) => log(`Dependency trees: ${(error as Error).message}`),
  })
  const withoutVolumes = reasonAgainstVolumes(capabilities)
  const parts: Parts = {
    folders,
    trash,
    capabilities,
    system,
    log,
    network: capabilities.network
      ? await openNetwork(folders.root, mark, networkOptions(options, capabilities))
      : undefined,
    ...(withoutVolumes === undefined ? { volumes: options.volumes } : {}),
    addonsHost,
    ports: new PortPool(options.preferredPort),
    watcher: options.watcher,
    toolchain: options.toolchain,
    compiled: openCompiledTools({
      folders,
      trash,
      system,
      log,
      etc: folders.etc,
      isSandboxed: capabilities.sandbox,
      filter: capabilities.filter,
      user: capabilities.users ? firstUser : undefined,
    }),
    registry: options.registry,
    sbtRepositories: options.sbtRepositories ?? 'local\nmaven-central',
    mavenMirror: options.mavenMirror,
    sharedArtifacts: capabilities.sandbox ? options.sharedArtifacts : undefined,
    proxies: options.hostEnvironment.proxies,
    packageSources: options.hostEnvironment.packageSources ?? {},
    hasExtraCaCerts: extraCaCerts !== undefined,
    buildTimeout: options.buildTimeout,
    buildRoom: options.buildRoom,
    instanceRoom: options.instanceRoom,
    diskShares: new DiskShares(),
    treesInUse,
    trimTrees: () => treeTrimmer.begin(),
    maxLinesPerSecond: options.maxLinesPerSecond,
    install: options.install,
    registries: completeRegistries(options.registries),
    background: createBackground((error) => log((error as Error).message)),
  }
  const { network } = parts
  if (network && capabilities.sandbox) {
    parts.networkGroups = openNetworkGroups({
      network,
      mark,
      capabilities,
      instances: folders.instances,
      writeHosts: (instanceId) => writeHosts(parts, instanceId),
      install: options.install,
    })
  }
  const instances = new Instances(parts)
  const report = (error: Error) => log(error.message)
  const ticking = setInterval(() => void instances.tick().catch(report), tickInterval).unref()
  const sweeping = setInterval(
    () => void sweep(parts, { unusedFor, limits, clock: Date.now }).catch(report),
    sweepInterval,
  ).unref()

  return {
    name: 'process',
    ...(capabilities.users && capabilities.sandbox
      ? { buildsDockerfiles: true as const, pullsImages: true as const }
      : {}),
    weaknesses: isolationWarnings({
      ...capabilities,
      isFiltered: capabilities.filter !== undefined,
      hasNameServers: nameServers.length > 0,
      isContainer: options.isContainer ?? false,
    }),
    addonsHost,
    ...(withoutVolumes === undefined ? {} : { withoutVolumes }),
    ...(parts.networkGroups ? { networkGroups: parts.networkGroups } : {}),
    build: (order) => build(parts, order),
    copy: (order) => copyArtifact(parts, order),
    holds: async (artifact) => (await findArtifact(folders, artifact)) !== undefined,
    discard: ({ id }) => discardArtifact(parts, id),
    async forget(applicationId) {
      const { caches, buildCaches, downloads, installations } = folders
      for (const kept of [caches, buildCaches, downloads, installations]) {
        await trash.throwAway(folderOf(kept, applicationId))
      }
      await trash.throwAway(privateDownloads(folders, applicationId))
    },
    prepare: (instance) => instances.prepare(instance),
    start: (order) => instances.start(order),
    ...(capabilities.sandbox
      ? { startIdle: (order: StartOrder) => instances.start(idleOrder(order)) }
      : {}),
    revive: (instance) => instances.revive(instance),
    run: (instance, command, signal, options) => instances.run(instance, command, signal, options),
    openSession: (instance, request) => instances.openSession(instance, request),
    terminate: (instanceId, grace) => instances.terminate(instanceId, grace),
    stop: (instanceId, grace) => instances.stop(instanceId, grace),
    allowEgress: async (instanceId, ports) => parts.network?.allowEgress(instanceId, ports),
    isRunning: (instanceId) => instances.isRunning(instanceId),
    listening: (instanceId) => instances.listening(instanceId),
    usage: () => instances.usage(),
    async recover(wanted) {
      await recoverBuilds(parts)
      const outdated = await instances.recover(wanted)
      await removeAllDiscarded(parts)
      await trash.empty()
      return outdated
    },
    async close() {
      clearInterval(ticking)
      clearInterval(sweeping)
      await instances.close()
      await treeTrimmer.close()
      await parts.background.drain()
      await parts.compiled.close()
      await parts.network?.close()
      await trash.settle()
    },
  }
}

/** Why this machine mounts none; files of a volume belong to the user of whoever sees them. */
const reasonAgainstVolumes = ({ users, sandbox }: Capabilities) =>
  users && sandbox ? undefined : 'this server runs instances without a sandbox of their own user'

function networkOptions(
  {
    egress,
    registry,
    registries = '',
    repositories = [],
    addonsHost,
    hostEnvironment,
  }: ProcessEngineOptions,
  { flowTimeouts }: Capabilities,
) {
  return {
    allowed: egress?.allowed ?? [],
    visitors: egress?.visitors ?? (async () => ({ host: '0.0.0.0', ports: [] })),
    addonsHost: addonsHost ?? hostLoopback,
    operatorHosts: operatorHosts({
      registry,
      repositories: [...repositories, ...registryAddresses(registries)],
      proxies: hostEnvironment.proxies,
    }),
    hasFlowTimeouts: flowTimeouts,
  }
}

/** Like Node, continues without a file that cannot be read. */
async function readExtraCaCerts(path: string | undefined): Promise<Buffer | undefined> {
  return path ? readFile(path).catch(() => undefined) : undefined
}
