import { flavorNamed } from '#platform/model/hosting/flavor.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'

/** An instance whose load counts. */
export interface MeasuredInstance {
  id: string
  flavor: string
}

/** What all instances used on average in a time; what the machine cannot tell is `undefined`. */
export interface Utilisation {
  /** CPUs in use by all together. */
  cpus: number | undefined
  /** Share of the CPUs that they may use. */
  cpuShare: number | undefined
  /** Share of the memory of the instance that uses most of its own. */
  memoryShare: number | undefined
  /** Most bytes that any of them used at a time. */
  peakMemory: number | undefined
  /** Requests per second of all together. */
  requests: number
}

export interface MeasuredTime {
  from: number
  until: number
  /** Time between two samples. */
  interval: number
  /** CPUs of the machine. */
  machineCpus: number
}

const megabyte = 1024 * 1024

/** CPUs that an instance can use on a machine. */
export const usableCpus = (flavor: string, machineCpus: number): number =>
  Math.min(flavorNamed(flavor).cpus, machineCpus)

/** `undefined` unless every instance was measured from the beginning to the end of the time. */
export function utilisationOf(
  samples: readonly InstanceLoad[],
  instances: readonly MeasuredInstance[],
  time: MeasuredTime,
): Utilisation | undefined {
  const byInstance = Map.groupBy(samples, ({ instanceId }): string => instanceId)
  const used = instances.map(({ id, flavor }) => {
    const all = byInstance.get(id) ?? []
    const own = all.filter(({ at }) => at >= time.from && at <= time.until)
    if (own.length === 0 || !isCovered(all, time)) return undefined
    const memory = flavorNamed(flavor).memoryMegabytes * megabyte
    const bytes = known(own.map(({ memoryBytes }) => memoryBytes))
    const cpus = known(own.map(({ cpu }) => cpu))
    return {
      cpus: cpus && meanOf(cpus),
      memoryShare: bytes && meanOf(bytes) / memory,
      peakMemory: bytes && Math.max(...bytes),
      requests: meanOf(own.map(({ requestsPerSecond }) => requestsPerSecond)),
      limit: usableCpus(flavor, time.machineCpus),
    }
  })
  if (used.length === 0 || !used.every((each) => each !== undefined)) return undefined
  const cpus = known(used.map((each) => each.cpus))
  const memoryShares = known(used.map(({ memoryShare }) => memoryShare))
  const peaks = known(used.map(({ peakMemory }) => peakMemory))
  return {
    cpus: cpus && sumOf(cpus),
    cpuShare: cpus && sumOf(cpus) / sumOf(used.map(({ limit }) => limit)),
    memoryShare: memoryShares && Math.max(...memoryShares),
    peakMemory: peaks && Math.max(...peaks),
    requests: sumOf(used.map(({ requests }) => requests)),
  }
}

/** A busy machine takes samples late, so a quarter of the time may lack them at either end; older ones count too. */
function isCovered(
  samples: readonly InstanceLoad[],
  { from, until, interval }: MeasuredTime,
): boolean {
  const times = samples.map(({ at }) => at)
  const slack = Math.max(2 * interval, (until - from) / 4)
  return Math.min(...times) <= from + slack && Math.max(...times) >= until - slack
}

/** The numbers, if none is missing. */
const known = (numbers: readonly (number | undefined)[]): readonly number[] | undefined =>
  numbers.every((each) => each !== undefined) ? numbers : undefined

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const meanOf = (numbers: readonly number[]) => sumOf(numbers) / numbers.length
