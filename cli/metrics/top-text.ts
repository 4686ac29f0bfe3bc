import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { ApplicationLoad, MetricPoint } from '#client/resources/applications/metrics.ts'
import { bytesText, countText, latencyText, percentText } from './figures.ts'

const heads = [
  'APPLICATION',
  'INSTANCE',
  'SIZE',
  'CPU',
  'MEMORY',
  '',
  'DISK',
  'IN/s',
  'OUT/s',
  'REQ/s',
  '5xx',
  'P95',
]
/** Seconds of a sample. */
const span = 10

/** Table of running instances, busiest applications first. */
export function topText(loads: readonly ApplicationLoad[]): string {
  if (loads.length === 0) return 'Nothing runs.'
  const busiest = loads.toSorted(
    (one, other) =>
      (other.total?.cpu ?? 0) - (one.total?.cpu ?? 0) || one.name.localeCompare(other.name),
  )
  const rows = busiest.flatMap(({ name, instances }) =>
    instances
      .toSorted((one, other) => one.number - other.number)
      .map(({ number, flavor, state, load }, place) => [
        place === 0 ? printable(name) : '',
        state === 'UP' ? String(number) : `${number} ${state.toLowerCase()}`,
        flavor,
        ...(load ? figures(load) : Array.from({ length: heads.length - 3 }, () => '-')),
      ]),
  )
  return table([heads, ...rows])
}

const figures = (load: MetricPoint): string[] => [
  percentText(load.cpuPercent),
  bytesText(load.memoryBytes),
  percentText(load.memoryPercent),
  bytesText(load.diskBytes),
  bytesText(load.receivedBytes === null ? null : load.receivedBytes / span),
  bytesText(load.sentBytes === null ? null : load.sentBytes / span),
  countText(load.requestsPerSecond),
  countText(load.status['5xx']),
  latencyText(load.latency?.p95 ?? null),
]
