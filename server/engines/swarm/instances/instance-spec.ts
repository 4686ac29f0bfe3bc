import { createHash } from 'node:crypto'
import type Docker from 'dockerode'
import { supervisedCommand, withWorkers } from '#engines/process/instances/launch-instance.ts'
import type { LaunchOptions } from '#engines/process/instances/launch-options.ts'
import { toolVariables, variablesOf } from '#engines/process/sandbox/variables.ts'
import type { OwnImage } from '#engines/swarm/builds/image-handle.ts'
import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { carriedPerl } from '#engines/swarm/images/perl-layer.ts'
import {
  containerPaths,
  containerUser,
  label,
  labelsOf,
  pathsWith,
  type SwarmParts,
} from '#engines/swarm/swarm-parts.ts'
import { imageCommand } from '#platform/model/hosting/recipe/recipe.ts'

/** Everything needed to start an instance again, stored with it. Contains the variables, so it is secret. */
export interface InstanceHandle {
  order: LaunchOptions
  /** Every node runs the same, and pulls nothing that it has. */
  image: PinnedImage
  /** Port inside the container. */
  containerPort: number
  /** Port of the node. */
  port: number
  /** Of an image that a Dockerfile made. */
  own?: OwnImage
  /** The node with its files; absent before it runs. */
  nodeId?: string
}

/** Name of a service: Swarm allows 63 characters, and instance ids may be longer. */
export const serviceName = (platform: string, id: string): string =>
  `berth-${platform}-${createHash('sha256').update(id).digest('hex').slice(0, 20)}`

/** Name of the volume with the application's folder of an instance. */
export const volumeName = serviceName

const nanoseconds = 1_000_000

export interface SpecOptions {
  network: string
  /** Nodes that must not take it. */
  excludedNodes: readonly string[]
  /** Whether the steps before the start run: not when an instance is revived with its files. */
  isNew: boolean
  /** Distinguishes a restart from the task before. */
  restarts: number
}

type Settings = Pick<
  SwarmParts,
  'platform' | 'server' | 'zone' | 'stopGrace' | 'maxLinesPerSecond' | 'extraCaCerts'
>

/** The specification of an instance: a service of one replica, which Swarm never restarts. */
export function instanceSpec(
  settings: Settings,
  { order, image, containerPort, port, nodeId, own }: InstanceHandle,
  { network, excludedNodes, isNew, restarts }: SpecOptions,
): Docker.CreateServiceOptions {
  const steps = isNew ? (order.beforeStart ?? []) : []
  const args = [
    ...['--rate', String(settings.maxLinesPerSecond)],
    ...steps.flatMap(({ command, environment = {} }) => [
      ...['step', String(command.length), ...command],
      ...[String(Object.keys(environment).length), ...textsOf(environment)],
    ]),
    '--',
    ...(own ? commandIn(own, order) : supervisedCommand(order, containerPaths.supervisor)),
  ]
  return serviceSpec(settings, {
    kind: 'instance',
    id: order.instanceId,
    volume: volumeName(settings.platform, order.instanceId),
    order,
    image,
    args,
    containerPort,
    network,
    excludedNodes,
    restarts,
    ...(own ? { own } : {}),
    ...(nodeId ? { nodeId } : {}),
    ports: [
      { Protocol: 'tcp', TargetPort: containerPort, PublishedPort: port, PublishMode: 'host' },
    ],
  })
}

/** Command of an image, with workers under a supervisor that needs no shell. */
function commandIn(own: OwnImage, { command, workers }: LaunchOptions): string[] {
  const supervisor = [...carriedPerl, `${containerPaths.scripts}/supervise.pl`]
  return withWorkers(workers, supervisor, command[0] === imageCommand[0] ? own.command : command)
}

/** The specification of one command beside an instance: on its node, with its files, variables and network. */
export function execSpec(
  settings: Settings,
  { order, image, containerPort, nodeId, own }: InstanceHandle,
  { id, command, network }: { id: string; command: readonly string[]; network: string },
): Docker.CreateServiceOptions {
  return serviceSpec(settings, {
    kind: 'exec',
    id,
    volume: volumeName(settings.platform, order.instanceId),
    order,
    image,
    args: ['--quiet', '--rate', String(settings.maxLinesPerSecond), '--', ...command],
    containerPort,
    network,
    excludedNodes: [],
    restarts: 0,
    ...(own ? { own } : {}),
    ...(nodeId ? { nodeId } : {}),
    ports: [],
  })
}

interface ServiceOptions {
  kind: 'instance' | 'exec'
  id: string
  volume: string
  order: LaunchOptions
  image: PinnedImage
  args: string[]
  containerPort: number
  network: string
  excludedNodes: readonly string[]
  restarts: number
  own?: OwnImage
  nodeId?: string
  ports: Docker.PortConfig[]
}

function serviceSpec(settings: Settings, options: ServiceOptions): Docker.CreateServiceOptions {
  const { platform, server, zone, stopGrace } = settings
  const { kind, id, order, nodeId, own } = options
  // Docker fills a new volume with the files of the image, but not at its root.
  const folder = own?.folder ?? containerPaths.app
  const labels = labelsOf({ platform }, kind, {
    [label.instance]: order.instanceId,
    [label.application]: order.applicationId,
  })
  const { memoryMegabytes, cpus, processes } = order.limits
  return {
    Name: serviceName(platform, id),
    // Not on the container: a service whose container changes is restarted, and servers may change.
    Labels: { ...labels, [label.server]: server },
    Mode: { Replicated: { Replicas: 1 } },
    TaskTemplate: {
      ContainerSpec: {
        Image: options.image,
        Command: [...(own ? carriedPerl : ['perl']), `${containerPaths.scripts}/init.pl`],
        Args: options.args,
        Env: textsOf(variablesFor(settings, options)),
        Dir: folder,
        User: own?.user ?? `${containerUser}:${containerUser}`,
        Labels: labels,
        ReadOnly: true,
        CapabilityDrop: ['ALL'],
        StopSignal: 'SIGTERM',
        StopGracePeriod: stopGrace * nanoseconds,
        Mounts: [
          ...(folder === '/'
            ? []
            : [
                {
                  Type: 'volume',
                  Source: options.volume,
                  Target: folder,
                  VolumeOptions: { Labels: labels },
                },
              ]),
          // Without a name a volume is removed with its container; a tmpfs of a service could hold no programs.
          { Type: 'volume', Source: '', Target: containerPaths.tmp },
          ...(own ? [] : [{ Type: 'volume', Source: '', Target: containerPaths.home }]),
        ],
      },
      Resources: {
        Limits: {
          MemoryBytes: memoryMegabytes * 1024 * 1024,
          NanoCPUs: Math.round(cpus * 1e9),
          Pids: processes,
        },
      },
      RestartPolicy: { Condition: 'none' },
      Placement: {
        Constraints: [
          ...(nodeId ? [`node.id==${nodeId}`] : []),
          ...options.excludedNodes.map((id) => `node.id!=${id}`),
          ...(zone ? [`node.labels.berth.zone==${zone}`] : []),
        ],
      },
      LogDriver: { Name: 'json-file', Options: { 'max-size': '16m', 'max-file': '2' } },
      Networks: [{ Target: options.network }],
      ForceUpdate: options.restarts,
    },
    UpdateConfig: { Parallelism: 1, FailureAction: 'continue', Order: 'stop-first' },
    EndpointSpec: { Mode: 'dnsrr', Ports: options.ports },
  } as Docker.CreateServiceOptions
}

function variablesFor(
  { extraCaCerts }: Settings,
  { order, containerPort, own }: ServiceOptions,
): Record<string, string> {
  // Docker adds these to the variables of the image, such as its PATH.
  if (own) return { ...order.environment, PORT: String(containerPort) }
  const paths = pathsWith(order.tools)
  return variablesOf({
    paths,
    programs: order.programs,
    given: order.environment,
    machine: {
      ...toolVariables(order.tools, paths),
      ...(extraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {}),
    },
    port: containerPort,
  })
}

const textsOf = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`)
