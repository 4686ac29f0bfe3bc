import type { Environment } from '#platform/model/hosting/environment.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import type { Volume } from '#platform/model/hosting/instances/volume.ts'
import type { GroupNetworks } from '#platform/model/hosting/network-groups/group-network.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId, DeploymentId, OwnerId } from '#platform/model/ids.ts'
import type { PortAccess } from '#platform/model/marketplace/port-access.ts'
import type { Source } from './source.ts'

/** Result of a build. `handle` is opaque engine data, stored as JSON. */
export interface Artifact {
  id: string
  handle: unknown
  /** `sha256:…` of the image by reference that it is made of. */
  imageDigest?: string
}

/** Resource limits of an instance. */
export interface Limits {
  memoryMegabytes: number
  cpus: number
  processes: number
}

export interface BuildOrder {
  applicationId: ApplicationId
  /** Quota account, over which network flows of all builds and instances are counted. */
  ownerId: OwnerId
  deploymentId: DeploymentId
  /** Deployment number within the application, for the log. */
  deploymentNumber: number
  /** Small unique number of the application, from which the engine derives its system user. */
  applicationNumber: number
  recipe: Recipe
  source: Source
  environment: Environment
  limits: Limits
  /** Ports of this machine that the build may reach, as in `StartOrder`: a build migrates databases or renders pages from them. */
  reaches: readonly PortAccess[]
  /** Rebuild the dependency tree even when a shared one exists. */
  withoutCache: boolean
  /** Called with each line of the build's output. */
  onLine: (line: string) => void
  /** Called with each message of the engine itself. */
  say: (line: string) => void
  signal: AbortSignal
}

/** An artifact of one application, for a deployment of another. */
export interface CopyOrder
  extends Pick<
    BuildOrder,
    'applicationId' | 'ownerId' | 'deploymentId' | 'applicationNumber' | 'signal'
  > {
  artifact: Artifact
  /** The application that has it. */
  builtFor: ApplicationId
}

export interface StartOrder {
  /** Chosen by the caller before the start, so that a start cut off by a crash can be found and cleaned up. */
  instanceId: string
  applicationId: ApplicationId
  /** Quota account, as in `BuildOrder`. */
  ownerId: OwnerId
  applicationNumber: number
  artifact: Artifact
  recipe: Recipe
  environment: Environment
  limits: Limits
  /** Ports of this machine that the instance may reach, at the engine's `addonsHost`. */
  reaches: readonly PortAccess[]
  /** Mounted in the application's folder; none when absent. */
  volumes?: readonly Volume[]
  /** Called with the title of each pre-start command. */
  say: (line: string) => void
  /** Aborts the start during the pre-start commands. */
  signal: AbortSignal
}

/** What is known of an instance before its artifact. */
export type PreparedOrder = Pick<
  StartOrder,
  'instanceId' | 'applicationId' | 'ownerId' | 'applicationNumber' | 'limits'
>

/** Total timeout of the pre-start commands of an instance, in milliseconds. */
export const beforeStartTimeout = 600_000

export interface Address {
  host: string
  port: number
}

/** One running copy of a release. `handle` is opaque engine data, stored as JSON. */
export interface StartedInstance {
  instanceId: string
  address: Address
  /** Port that it listens on, where the engine publishes it at another one of `address`. */
  listenPort?: number
  handle: unknown
}

/** A listening socket inside an instance. */
export interface ListeningPorts {
  host: string
  port: number
}

export interface InstanceExit {
  instanceId: string
  /** The exit code, or 128 + n after signal n. */
  code: number
  /** Cause, if the engine knows it: `out of memory`. */
  cause?: string
}

/**
 * What a running instance uses. CPU time and bytes are counted from zero and begin anew when the instance is restarted;
 * a figure is absent when this machine cannot tell it.
 */
export interface InstanceUsage {
  instanceId: string
  applicationId: ApplicationId
  /** CPU time so far, in seconds. */
  cpuSeconds?: number
  /** Working set: memory without what the kernel can drop at once. */
  memoryBytes?: number
  /** At the engine's last measurement. */
  diskBytes?: number
  receivedBytes?: number
  sentBytes?: number
}

/** The engine cannot work with what the operator has set up; its message says why. */
export class ClusterUnusableError extends Error {}

/** What an exec has besides its command. */
export interface ExecOptions {
  /** Variables instead of those of the instance. */
  environment?: Readonly<Record<string, string>>
  /** Called with each line of its output, which is a line of the instance as well. */
  onLine?: (line: string) => void
  /** Milliseconds between SIGTERM and SIGKILL after an abort; none when absent. */
  grace?: number
}

/** A line of output with the time at which it was printed, in milliseconds since the epoch. */
export interface PrintedLine {
  date: number
  line: string
}

/** Callbacks for running instances. One watcher, given when the engine is opened. */
export interface InstanceWatcher {
  /** `date` is when it was printed, by the clock of the instance's machine, where the engine knows; now when absent. */
  onLine(instanceId: string, line: string, date?: number): void
  /**
   * The end of what is stored of an instance's output, oldest first: an engine that follows an instance again repeats none
   * of it. Absent where nothing is stored.
   */
  lastOutput?(instanceId: string): Promise<PrintedLine[]>
  onExit(exit: InstanceExit): void
}

/** Whether another server works with an instance. */
export type IsRemote = (instanceId: string) => Promise<boolean>

/** A cluster of machines whose instances any server that reaches it can work with, one server at a time. */
export interface Cluster {
  /** The same at all servers that reach it. */
  readonly id: string
  /**
   * Takes the instances of an application over from another server, whose changes to them fail from now on. Reattaches to
   * those given, as `recover`, with their output since this time.
   */
  takeOver(
    applicationId: ApplicationId,
    instances: readonly StartedInstance[],
    options: { since: number; isRemote: IsRemote },
  ): Promise<void>
  /** Detaches from the instances of an application that another server has taken over. */
  leave(applicationId: ApplicationId): Promise<void>
}

/**
 * Builds artifacts and runs instances. Instances survive a restart of the server: an engine reopened on the same data
 * folder reattaches to them with `recover`.
 */
export interface Engine {
  readonly name: string
  /** It builds images from Dockerfiles. */
  readonly buildsDockerfiles?: true
  /** It pulls images by reference, which not every engine that builds Dockerfiles does. */
  readonly pullsImages?: true
  /** Isolation warnings: what this machine cannot isolate and what to install; empty when none. */
  readonly weaknesses: string[]
  /** Host name of add-on servers on this machine, resolved alike by instances and by the machine itself. */
  readonly addonsHost: string
  /** Milliseconds by which a start may take longer, where a machine first has to fetch the artifact; none when absent. */
  readonly fetchTimeout?: number
  /** Absent when instances are processes of this machine. */
  readonly cluster?: Cluster
  /** Why instances cannot have volumes, without a full stop; absent where they can. */
  readonly withoutVolumes?: string
  /** Absent where instances cannot be members of network groups. */
  readonly networkGroups?: GroupNetworks
  /** Builds an artifact; throws a `Failure` of step `build`. Cleans up when it fails or is aborted. */
  build(order: BuildOrder): Promise<Artifact>
  /**
   * Makes the artifact of another application one of this application's own: either is discarded without the other. Throws a
   * `Failure` when it is gone, also if that happens meanwhile; repeated after a crash, it takes the place of what the first time left.
   */
  copy(order: CopyOrder): Promise<Artifact>
  /** Whether the artifact still exists. */
  holds(artifact: Artifact): Promise<boolean>
  /** Deletes an artifact; idempotent. */
  discard(artifact: Artifact): Promise<void>
  /** Deletes what is kept for a deleted application, such as its package manager caches. */
  forget(applicationId: ApplicationId): Promise<void>
  /**
   * Sets up what an instance needs besides its artifact, such as its network, before `start` is called with the same
   * id and perhaps other limits; `stop` frees it. After a restart of the server, `recover` does. Absent where there is nothing to set up.
   */
  prepare?(order: PreparedOrder): Promise<void>
  /**
   * Runs the pre-start commands, then starts the instance; resolves as soon as its command runs, without a health
   * check.
   */
  start(order: StartOrder): Promise<StartedInstance>
  /**
   * Starts an instance for sessions alone: with all that others have, but without pre-start commands, workers and its
   * command, so that it listens on nothing. Absent where sessions cannot be opened in every instance.
   */
  startIdle?(order: StartOrder): Promise<StartedInstance>
  /**
   * Restarts the command of an exited instance at the same address, without the pre-start commands. An instance whose
   * machine is lost starts as a new one on another, at another address.
   */
  revive(instance: StartedInstance): Promise<StartedInstance>
  /**
   * Exec: runs a command with the files, variables and network of an instance, even an exited one; its output becomes
   * lines of the instance. Resolves to the exit code; stopping the instance ends it.
   */
  run(
    instance: StartedInstance,
    command: [string, ...string[]],
    signal: AbortSignal,
    options?: ExecOptions,
  ): Promise<number>
  /**
   * Starts a command inside a running instance, with its streams; resolves once it runs. Throws a `Refusal` where the
   * instance cannot be entered.
   */
  openSession(instance: StartedInstance, request: SessionRequest): Promise<InstanceSession>
  /**
   * SIGTERM, then SIGKILL after `grace` milliseconds. The exit is reported, and the instance can be revived; one that
   * does not run is left alone.
   */
  terminate(instanceId: string, grace: number): Promise<void>
  /** SIGTERM, then SIGKILL after `grace` milliseconds, then frees the instance's resources. Idempotent. */
  stop(instanceId: string, grace: number): Promise<void>
  /** Allows an instance egress to these ports of this machine only; without network isolation it reaches all. */
  allowEgress(instanceId: string, ports: readonly PortAccess[]): Promise<void>
  /** Whether the instance's command is running. */
  isRunning(instanceId: string): Promise<boolean>
  /** Listening sockets inside the instance, so that a wrong port can be reported. */
  listening(instanceId: string): Promise<ListeningPorts[]>
  /** What each running instance uses now, in one pass that is cheap enough for every few seconds. */
  usage(): Promise<InstanceUsage[]>
  /**
   * After a restart of the server: reattaches to the given instances, reports their output and exits in the meantime
   * to the watcher, and stops and frees everything else that an earlier server left. What another server of the same
   * cluster works with is left alone. Resolves to the ids of outdated instances: they run, but an earlier version
   * started them in a way that this one cannot follow completely, so that they serve until others take their place.
   */
  recover(instances: StartedInstance[], isRemote?: IsRemote): Promise<string[]>
  /** Detaches from all instances without stopping them. */
  close(): Promise<void>
}
