import type { Application } from './application.ts'
import { type Flavor, flavors, smallerFlavor } from './flavor.ts'

/** The largest flavors that may be chosen. */
export interface MaxFlavors {
  /** For instances. */
  instances: string
  /** For builds. */
  builds: string
}

/** What a machine has: memory in bytes, and CPUs. */
export interface MachineCapacity {
  memory: number
  cpus: number
}

/**
 * The largest flavors that fit a machine, and the smallest of all on a machine that is smaller still. Instances need
 * the memory and the CPUs of their flavor. A build needs the memory alone: with fewer CPUs it takes longer.
 */
export function maxFlavorsOf(machine: MachineCapacity, chosen: string | undefined): MaxFlavors {
  if (chosen !== undefined) return { instances: chosen, builds: chosen }
  const largest = (fits: (flavor: Flavor) => boolean) => (flavors.findLast(fits) ?? first).name
  const hasMemory = (flavor: Flavor) => flavor.memoryMegabytes * megabyte <= machine.memory
  return {
    instances: largest((flavor) => hasMemory(flavor) && flavor.cpus <= machine.cpus),
    builds: largest(hasMemory),
  }
}

const megabyte = 1024 * 1024
const first = flavors[0] as Flavor

const usualBuildFlavor = 'M'

/** Flavor of builds that have none of their own. */
export const defaultBuildFlavor = (largest: MaxFlavors): string =>
  smallerFlavor(usualBuildFlavor, largest.builds)

/** Flavor whose limits a build has: the application's own if it wants one, else the platform's. */
export const buildFlavorOf = (
  { separateBuild, buildFlavor }: Pick<Application, 'separateBuild' | 'buildFlavor'>,
  largest: MaxFlavors,
): string => (separateBuild ? buildFlavor : defaultBuildFlavor(largest))
