import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { ProbedMachine } from '#engines/process/probe-machine.ts'
import type { SwarmIdentity } from '#engines/swarm/identity.ts'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import type { Engine, InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import type { Settings } from '#settings/settings.ts'
import { goProxies } from '#toolchains/go/go-proxy.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'
import {
  openSharedArtifacts,
  sharedArtifactFolder,
} from '#toolchains/maven/shared/shared-artifacts.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { crateRegistries } from '#toolchains/rust/rust-dist.ts'
import { sbtRepositoryLines } from '#toolchains/sbt/sbt-repositories.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { createToolchains, scriptsMark } from '#toolchains/toolchains.ts'
import { addonsHostOf } from './addons/addons-host.ts'
import { visitorAddresses } from './addresses.ts'
import type { DataFolder } from './disk/data-folder.ts'
import { packageInstaller } from './packages/system-packages.ts'

export interface EngineNeeds {
  watcher: InstanceWatcher
  /** Of several servers on one swarm. */
  identity?: SwarmIdentity | undefined
  /** Ports of the router. */
  visitorPorts: () => Promise<number[]>
  /** Begun before, for the engine of processes. */
  machine?: ProbedMachine | undefined
  log: (sentence: string) => void
}

/** Opens the engine that the operator has chosen. */
export async function openEngine(
  settings: Settings,
  { path }: DataFolder,
  { watcher, identity, visitorPorts, machine: probed, log }: EngineNeeds,
): Promise<Engine> {
  if (settings.engine === 'memory') {
    const { createMemoryEngine } = await import('#engines/memory/memory-engine.ts')
    return createMemoryEngine({ watcher })
  }
  const { machine } = settings
  const registry = registryOf(settings)
  const mavenRepository = settings.mavenRepository || undefined
  const toolchain = openToolFolder(settings, path)
  const further = settings.sbtRepositories.map(({ url }) => url)
  const repositories = [
    ...(mavenRepository ? [mavenRepository] : []),
    ...further,
    ...goProxies(machine.packageSources.GOPROXY),
    ...crateRegistries,
    machine.packageSources.UV_PYTHON_INSTALL_MIRROR ?? '',
  ]
  const central = createMavenAddress(mavenRepository, toolchain)
  const sbtRepositories = sbtRepositoryLines(mavenRepository, settings.sbtRepositories)
  if (settings.engine === 'swarm') {
    const { openSwarmEngine } = await import('#engines/swarm/swarm-engine.ts')
    return openSwarmEngine({
      folder: path('engine'),
      identity,
      docker: { host: settings.dockerHost, certificates: settings.dockerCertificates },
      registry: settings.imageRegistry ?? '',
      zone: settings.swarmZone,
      ports: settings.swarmPorts,
      baseImage: settings.baseImage,
      watcher,
      toolchain,
      scriptsMark,
      npmRegistry: registry,
      sbtRepositories,
      mavenMirror: mavenRepository,
      repositories,
      egress: {
        allowed: settings.egressAllowed,
        visitors: async () => ({
          addresses: visitorAddresses(settings),
          ports: await publishedPorts(settings, visitorPorts),
        }),
        addonsPorts: settings.addonsPorts,
      },
      buildTimeout: settings.buildTimeout,
      buildRoom: { bytes: settings.buildDiskLimit, inodes: settings.buildFileLimit },
      stopGrace: settings.stopGrace,
      maxLinesPerSecond: settings.outputRate,
      hostEnvironment: machine,
      addonsHost: addonsHostOf(settings) ?? hostLoopback,
      log,
    })
  }
  const { openProcessEngine } = await import('#engines/process/process-engine.ts')
  const sharedArtifacts = await openSharedArtifacts({
    folder: sharedArtifactFolder(toolchainFolder(settings, path)),
    repositories: async () => [await central(), ...further],
    log,
  })
  const engine = await openProcessEngine({
    folder: path('engine'),
    machine: probed,
    watcher,
    registry,
    toolchain,
    sbtRepositories,
    mavenMirror: mavenRepository,
    registries: await readRegistries(settings.registriesFile),
    repositories,
    ...(sharedArtifacts ? { sharedArtifacts } : {}),
    buildTimeout: settings.buildTimeout,
    buildRoom: { bytes: settings.buildDiskLimit, inodes: settings.buildFileLimit },
    instanceRoom: { bytes: settings.instanceDiskLimit, inodes: settings.instanceFileLimit },
    kept: { treeBytes: settings.treeDiskLimit, archiveBytes: settings.archiveDiskLimit },
    maxLinesPerSecond: settings.outputRate,
    hostEnvironment: machine,
    addonsHost: addonsHostOf(settings),
    volumes: join(path('providers'), 'fs-bucket', 'mounts'),
    install: packageInstaller(settings),
    isContainer: settings.isContainer,
    egress: {
      allowed: settings.egressAllowed,
      visitors: async () => ({
        host: settings.bind,
        ports: isReachable(settings.bind) ? await visitorPorts() : [],
      }),
    },
    log,
  })
  return {
    ...engine,
    async close() {
      await sharedArtifacts?.[Symbol.asyncDispose]()
      await engine.close()
    },
  }
}

const registryOf = ({ npmRegistry: setting, machine }: Settings) =>
  npmRegistry({
    setting,
    environment: { npm_config_registry: machine.npmRegistry, PATH: machine.path },
  })

/** Tools by name and version, downloaded when they are first needed. */
export const openToolFolder = (settings: Settings, path: DataFolder['path']): ToolFolder =>
  createToolchains({
    folder: toolchainFolder(settings, path),
    registry: registryOf(settings),
    mavenRepository: settings.mavenRepository || undefined,
    jdks: settings.jdks,
    goProxy: settings.machine.packageSources.GOPROXY,
    proxies: settings.machine.proxies,
    rustDist: settings.machine.packageSources.RUSTUP_DIST_SERVER,
    extraCaCerts: settings.machine.extraCaCerts,
  })

/** Settings about registries of images. */
async function readRegistries(path: string): Promise<string | undefined> {
  if (path === '') return undefined
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new Error(`BERTH_REGISTRIES_FILE: ${error.message}`)
  })
}

/** Folder of downloaded tools. */
export const toolchainFolder = (
  { toolchains }: Pick<Settings, 'toolchains'>,
  path: DataFolder['path'],
): string => toolchains || path('toolchains')

/** Ports at which visitors are served: those of the router, and those in front of it. */
async function publishedPorts(
  { publicHttpPort, publicHttpsPort }: Pick<Settings, 'publicHttpPort' | 'publicHttpsPort'>,
  visitorPorts: EngineNeeds['visitorPorts'],
): Promise<number[]> {
  const ports = [...(await visitorPorts()), publicHttpPort, publicHttpsPort]
  return [...new Set(ports)].flatMap((port) => port ?? []).sort((one, other) => one - other)
}

/** Whether applications, which have only IPv4 and their own loopback address, can reach a listener at an address. */
const isReachable = (bind: string) => !isLoopback(bind) && (!isIPv6(bind) || bind === '::')
