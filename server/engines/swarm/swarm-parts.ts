import type { RoomLimits } from '#engines/process/limits/disk-shares.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import type { Docker } from './docker-client.ts'
import type { EgressConfirmation } from './egress/egress-confirmation.ts'
import type { PinnedImage } from './images/image-name.ts'
import type { Registry } from './images/registry.ts'

/** Dependencies of the Swarm engine's operations. */
export interface SwarmParts {
  docker: Docker
  /** The node whose daemon builds. */
  nodeId: string
  registry: Registry
  /** The base image, which is made or found when it is first needed. */
  base: () => Promise<PinnedImage>
  /** Egress rules of the nodes. */
  egress: EgressConfirmation
  /** One change at a time of a thing with this name. */
  withLock: KeyedMutex
  /** Value of the label `berth.platform` on everything that this platform has made in Docker: the same at all its servers. */
  platform: string
  /** Value of the label `berth.server` on what this server works with. */
  server: string
  /** Data folder of the engine: read positions of logs, and sources on their way into a container. */
  folder: string
  /** Zone of this platform: instances run on nodes with the label `berth.zone` of this value, or anywhere when empty. */
  zone: string
  watcher: InstanceWatcher
  toolchain: (tool: Tool) => Promise<string>
  /** Changes with what the platform itself adds to a tool, whose version stays. */
  scriptsMark?: ((tool: Tool) => Promise<string | undefined>) | undefined
  npmRegistry: (() => Promise<string>) | undefined
  sbtRepositories: string
  /** The operator's Maven repository, which stands for Maven Central in builds. */
  mavenMirror?: string | undefined
  proxies: Readonly<Record<string, string>>
  packageSources: Readonly<Record<string, string>>
  /** Additional CA certificates for builds and instances, PEM. */
  extraCaCerts: Buffer | undefined
  /** An image that the operator gives, instead of one made from this machine's packages. */
  baseImage: string
  /** Debian packages of this machine that the base image contains. */
  basePackages: readonly string[]
  buildTimeout: number
  buildRoom: RoomLimits
  /** Grace of a stop, in milliseconds: Swarm takes it at the start of an instance. */
  stopGrace: number
  ports: { from: number; to: number }
  maxLinesPerSecond: number
  log: (sentence: string) => void
}

export const label = {
  platform: 'berth.platform',
  /** On services and containers of builds: the server that works with them. */
  server: 'berth.server',
  /** `instance`, `exec`, `build` or `egress`. */
  kind: 'berth.kind',
  instance: 'berth.instance',
  application: 'berth.application',
  /** On the service of egress rules: which rules. */
  rules: 'berth.rules',
} as const

/** UID and GID of every command in a container; each container is one application's own. */
export const containerUser = 10_001

/** Paths inside containers. The application's folder is the same for all, so that layers can be shared. */
export const containerPaths = {
  home: '/home/app',
  app: '/app',
  tmp: '/tmp',
  cache: '/home/app/.cache',
  scripts: '/opt/berth',
  supervisor: '/opt/berth/supervise.sh',
  extraCaCerts: '/etc/ssl/extra.pem',
} as const

/** Paths as a command with these tools sees them. */
export const pathsWith = (tools: readonly Pick<Tool, 'name'>[]) => ({
  ...containerPaths,
  programs: tools.filter((tool) => !isSystemTool(tool)).map(({ name }) => `/opt/${name}/bin`),
})

/** Labels of a thing made for an application. */
export const labelsOf = (
  { platform }: Pick<SwarmParts, 'platform'>,
  kind: 'instance' | 'exec' | 'build' | 'image',
  more: Record<string, string> = {},
): Record<string, string> => ({ [label.platform]: platform, [label.kind]: kind, ...more })
