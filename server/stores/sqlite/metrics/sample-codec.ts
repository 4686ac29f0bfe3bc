import { type MetricSample, noStatus } from '#platform/model/observability/sample.ts'

/** Figures of a sample in the order in which they are stored; later versions only append. */
const figures = [
  'cpuSeconds',
  'maxCpus',
  'memoryBytes',
  'peakMemoryBytes',
  'maxMemoryBytes',
  'diskBytes',
  'receivedBytes',
  'sentBytes',
  'maxDiskBytes',
  'connections',
  'maxConnections',
] as const

type Row = [
  at: number,
  duration: number,
  figures: (number | null)[],
  requests: number,
  status: readonly number[],
  /** Pairs of a bucket's place and its count, because most buckets are empty. */
  latency: number[],
  /** Pairs of a status code and its count; absent without any, and in rows of earlier versions. */
  codes?: number[],
]

/** Encodes samples as JSON; times are relative to the start of their chunk. */
export function encodeSamples(start: number, samples: readonly MetricSample[]): string {
  const rows = samples.map((sample): Row => {
    const { at, duration, requests, status, latency, codes = {} } = sample
    const counted = Object.entries(codes).flatMap(([code, count]) => [Number(code), count])
    const row: Row = [
      at - start,
      duration,
      valuesOf(sample),
      requests,
      requests === 0 ? [] : status,
      latency.flatMap((count, place) => (count === 0 ? [] : [place, count])),
    ]
    if (counted.length > 0) row[6] = counted
    return row
  })
  return JSON.stringify(rows)
}

/** Without those at the end that are unknown: applications have none of what only add-ons have. */
function valuesOf(sample: MetricSample): (number | null)[] {
  const values = figures.map((name) => rounded(name, sample[name]))
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
}

export function decodeSamples(start: number, text: string): MetricSample[] {
  return (JSON.parse(text) as Row[]).map((row) => {
    const [offset, duration, values, requests, status, pairs, codes] = row
    const sample: MetricSample = {
      at: start + offset,
      duration,
      requests,
      status: status.length === 0 ? noStatus : status,
      latency: latencyOf(pairs),
      ...(codes && { codes: codesOf(codes) }),
    }
    for (const [place, name] of figures.entries()) {
      const value = values[place]
      if (value !== null && value !== undefined) sample[name] = value
    }
    return sample
  })
}

function latencyOf(pairs: readonly number[]): number[] {
  if (pairs.length === 0) return []
  const counts: number[] = new Array((pairs.at(-2) ?? 0) + 1).fill(0)
  for (let place = 0; place < pairs.length; place += 2) {
    counts[pairs[place] ?? 0] = pairs[place + 1] ?? 0
  }
  return counts
}

function codesOf(pairs: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (let place = 0; place < pairs.length; place += 2) {
    counts[String(pairs[place])] = pairs[place + 1] ?? 0
  }
  return counts
}

/** CPU time to the microsecond, bytes to the byte. */
function rounded(name: (typeof figures)[number], value: number | undefined): number | null {
  if (value === undefined) return null
  return name === 'cpuSeconds' || name === 'maxCpus'
    ? Math.round(value * 1e6) / 1e6
    : Math.round(value)
}
