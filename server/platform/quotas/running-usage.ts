import type { Application } from '#platform/applications/application.ts'
import { flavorNamed } from '#platform/applications/flavor.ts'
import type { Instance } from '#platform/deployments/instance.ts'

/** How many instances there are, and the memory in bytes that they may use together. */
export interface RunningUsage {
  instances: number
  memory: number
}

/** The instances that one deployment of an application has, and whether it failed: they are kept to be looked at then. */
export interface DeploymentInstances {
  hasFailed: boolean
  instances: readonly Pick<Instance, 'flavor'>[]
}

const megabyte = 1024 * 1024
const none: RunningUsage = { instances: 0, memory: 0 }
export const memoryOf = (flavor: string) => flavorNamed(flavor).memoryMegabytes * megabyte

/** What an application uses once it runs at the scale of its record. */
export const usageAtScale = ({
  minInstances,
  minFlavor,
}: Pick<Application, 'minInstances' | 'minFlavor'>): RunningUsage => ({
  instances: minInstances,
  memory: minInstances * memoryOf(minFlavor),
})

export const sumOf = (usages: readonly RunningUsage[]): RunningUsage =>
  usages.reduce(
    (sum, { instances, memory }) => ({
      instances: sum.instances + instances,
      memory: sum.memory + memory,
    }),
    none,
  )

/** Whether one usage has neither more instances nor more memory than another. */
export const isWithin = (one: RunningUsage, other: RunningUsage): boolean =>
  one.instances <= other.instances && one.memory <= other.memory

/**
 * What an application uses, or is about to use: the larger of its scale and its largest version, because a version
 * replaces the one before it; and whatever is kept of failed deployments, because nothing replaces that.
 */
export function usageOf(
  scale: RunningUsage | undefined,
  deployments: readonly DeploymentInstances[],
): RunningUsage {
  const [failed, versions] = [true, false].map((hasFailed) =>
    deployments.filter((each) => each.hasFailed === hasFailed).map(usageOfInstances),
  ) as [RunningUsage[], RunningUsage[]]
  const largest = [scale ?? none, ...versions].reduce((one, other) => ({
    instances: Math.max(one.instances, other.instances),
    memory: Math.max(one.memory, other.memory),
  }))
  return sumOf([largest, ...failed])
}

const usageOfInstances = ({ instances }: DeploymentInstances): RunningUsage =>
  sumOf(instances.map(({ flavor }) => ({ instances: 1, memory: memoryOf(flavor) })))
