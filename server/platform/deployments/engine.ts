import type { Environment } from '#platform/applications/environment.ts'
import type { ApplicationId, DeploymentId, OwnerId } from '#platform/ids.ts'
import type { Recipe } from './recipe/recipe.ts'
import type { Source } from './source.ts'

/** What a build produced. `handle` is the engine's own and survives in the store as JSON. */
export interface Artifact {
  id: string
  handle: unknown
}

/** What an instance may use at most. */
export interface Limits {
  memoryMegabytes: number
  cpus: number
  processes: number
}

/** A port of this machine that an instance may connect to. */
export interface PortAccess {
  port: number
  /** Whose connections are counted together, from whatever instance. */
  account: string
  /** Connections that the account may hold to the port at once. */
  maxConnections: number
}

export interface BuildOrder {
  applicationId: ApplicationId
  /** The quota account: its flows are counted together, from whatever build or instance of whatever organisation. */
  ownerId: OwnerId
  deploymentId: DeploymentId
  /** Counted per application, for the log. */
  deploymentNumber: number
  /** A small number of its own per application, from which the engine derives its user. */
  applicationNumber: number
  recipe: Recipe
  source: Source
  environment: Environment
  limits: Limits
  /** Makes the dependency tree anew even when a shared one is there. */
  withoutCache: boolean
  /** Called with each line that the build prints. */
  onLine: (line: string) => void
  /** Called with each line that the engine itself has to say. */
  say: (line: string) => void
  signal: AbortSignal
}

export interface StartOrder {
  /** Chosen by the caller before the start, so that a start interrupted by a crash can be found and undone. */
  instanceId: string
  applicationId: ApplicationId
  /** As for a build. */
  ownerId: OwnerId
  applicationNumber: number
  artifact: Artifact
  recipe: Recipe
  environment: Environment
  limits: Limits
  /** The ports of this machine that it may reach, at the engine's `addonsHost`. */
  reaches: readonly PortAccess[]
  /** Called with the title of each command that runs before the start. */
  say: (line: string) => void
  /** Ends the start while such commands run. */
  signal: AbortSignal
}

/** What the commands before the start of an instance may take together, in milliseconds. */
export const beforeStartTimeout = 600_000

export interface Address {
  host: string
  port: number
}

/** One running copy of a release. `handle` is the engine's own and survives in the store as JSON. */
export interface StartedInstance {
  instanceId: string
  address: Address
  handle: unknown
}

/** A socket that something inside an instance listens on. */
export interface ListeningPorts {
  host: string
  port: number
}

export interface InstanceExit {
  instanceId: string
  /** The exit code, or 128 + n after signal n. */
  code: number
  /** A word about why when the engine knows: `out of memory`. */
  cause?: string
}

/** Told about running instances by the engine. One watcher, given when the engine is opened. */
export interface InstanceWatcher {
  onLine(instanceId: string, line: string): void
  onExit(exit: InstanceExit): void
}

/**
 * Builds artifacts and runs instances. Instances outlive the server: an engine opened again on the same
 * data folder takes them back with `recover`.
 */
export interface Engine {
  readonly name: string
  /** Sentences about what this machine cannot isolate and what to install, empty when all is well. */
  readonly weaknesses: string[]
  /** The host in the URIs of servers on this machine, which instances and the machine itself reach by the same name. */
  readonly addonsHost: string
  /** Makes an artifact; throws a `Failure` of step `build`. Leaves nothing behind when it fails or is aborted. */
  build(order: BuildOrder): Promise<Artifact>
  /** Whether an artifact is still there to be started. */
  holds(artifact: Artifact): Promise<boolean>
  /** Removes an artifact; nothing happens when it is gone already. */
  discard(artifact: Artifact): Promise<void>
  /** Removes what it keeps for an application that is no more, such as what package managers have fetched for it. */
  forget(applicationId: ApplicationId): Promise<void>
  /**
   * Runs what comes before the start, then starts an instance and returns as soon as its command runs; whether it is
   * healthy is for the caller to find out.
   */
  start(order: StartOrder): Promise<StartedInstance>
  /** Starts the command of an exited instance again, at the same address; not what came before the start. */
  revive(instance: StartedInstance): Promise<StartedInstance>
  /**
   * Runs a command with the files, the variables and the network of an instance, even if that has exited; what it
   * prints are lines of the instance. The answer is its exit code; it ends when the instance is stopped.
   */
  run(
    instance: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
  ): Promise<number>
  /** SIGTERM, then after `grace` milliseconds SIGKILL; then frees what the instance held. Safe to call twice. */
  stop(instanceId: string, grace: number): Promise<void>
  /** Lets an instance reach these ports of this machine and no others; where networks are not kept apart, it reaches all. */
  allowEgress(instanceId: string, ports: readonly PortAccess[]): Promise<void>
  /** Whether the instance's command is running. */
  isRunning(instanceId: string): Promise<boolean>
  /** What listens inside the instance, so that a wrong port can be named. */
  listening(instanceId: string): Promise<ListeningPorts[]>
  /**
   * After a restart of the server: takes back the instances it is given, tells the watcher what they wrote
   * and whether they exited meanwhile, and stops and frees everything else that an earlier server left.
   */
  recover(instances: StartedInstance[]): Promise<void>
  /** Lets go of everything without stopping an instance. */
  close(): Promise<void>
}
