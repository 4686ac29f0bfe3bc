import { setImmediate } from 'node:timers/promises'
import type { InterfaceTraffic } from '#engines/process/network/traffic-counters.ts'
import { readGroupTraffic } from '#engines/process/network-groups/group-traffic.ts'
import type { Parts } from '#engines/process/parts.ts'
import { isAlive } from '#engines/process/processes/processes.ts'
import { type GroupUsage, readGroupUsage } from '#kit/control-groups/group-usage.ts'
import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type MeasuredProcess, sumProcesses } from './process-usage.ts'

/** Instances that are read without a pause: about a millisecond of blocking calls. */
const perTurn = 10

/** Reads the counters of all running instances. */
export async function measureUsage(
  { network, networkGroups, diskShares }: Pick<Parts, 'network' | 'networkGroups' | 'diskShares'>,
  instances: readonly MeasuredProcess[],
): Promise<InstanceUsage[]> {
  const running = instances.filter(({ launcher }) => launcher && isAlive(launcher))
  if (running.length === 0) return []
  const trafficOf = network?.readTraffic()
  const usages: InstanceUsage[] = []
  const groupless: MeasuredProcess[] = []
  for (const [place, { record, launcher }] of running.entries()) {
    if (place % perTurn === perTurn - 1) await setImmediate()
    const { instanceId } = record
    const counted = readGroupUsage(record.groups)
    if (counted.cpuSeconds === undefined) groupless.push({ record, launcher })
    const diskBytes = diskShares.bytesOf(instanceId)
    usages.push({
      instanceId,
      applicationId: record.applicationId as ApplicationId,
      ...counted,
      ...(diskBytes === undefined ? {} : { diskBytes }),
      ...sumOf(
        trafficOf?.(instanceId),
        readGroupTraffic(record.groups, networkGroups?.interfacesOf(instanceId) ?? []),
      ),
    })
  }
  return groupless.length > 0 ? completed(usages, sumProcesses(groupless)) : usages
}

/** Traffic with the Internet and with network groups. */
const sumOf = (
  one: InterfaceTraffic | undefined,
  other: InterfaceTraffic | undefined,
): InterfaceTraffic | undefined =>
  one && other
    ? {
        receivedBytes: one.receivedBytes + other.receivedBytes,
        sentBytes: one.sentBytes + other.sentBytes,
      }
    : one

/** The figures of control groups win, because they include processes that have exited. */
const completed = (
  usages: InstanceUsage[],
  sums: ReadonlyMap<string, GroupUsage>,
): InstanceUsage[] => usages.map((usage) => ({ ...sums.get(usage.instanceId), ...usage }))
