import {
  chooseCertificate,
  indexCertificates,
  isBelow,
} from '#platform/hosting/certificates/choose-certificate.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { slotOf } from '#platform/model/observability/sample.ts'
import {
  type AddonPoint,
  addonPointsOf,
} from '#platform/observability/metrics/addons/addon-sample.ts'
import { type MetricPoint, pointsOf } from '#platform/observability/metrics/points.ts'
import type { Platform } from '#platform/overview/platform.ts'
import type { AlertKindName } from '#protocol/alerts.ts'
import { type MinuteFigure, maxUnknown } from './decide-alert.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'metrics' | 'policies'>

const minute = 60_000
const day = 86_400_000

/** Figures of an application or add-on, each read at most once in a round. */
export interface Figures {
  /** Of the last whole minutes, newest last; of what does not change by the minute, one. */
  read(kind: AlertKindName, minutes: number): Promise<MinuteFigure[]>
}

/** @param minutes the most that any rule asks for */
export function applicationFigures(
  platform: Context,
  application: Application,
  minutes: number,
): Figures {
  const points = once(async () => {
    const range = lastMinutes(platform.clock(), minutes)
    const series = await platform.metrics.read(application.id, range, 'total')
    return { range, points: pointsOf(series, minute) }
  })
  return {
    async read(kind, wanted) {
      if (kind === 'certificate') return [await daysOfCertificate(platform, application)]
      if (kind === 'disk') return []
      const { range, points: found } = await points()
      return byMinute(range, wanted, found, figureOf[kind])
    },
  }
}

export function addonFigures(platform: Context, addon: Addon, minutes: number): Figures {
  const points = once(async () => {
    const range = lastMinutes(platform.clock(), minutes)
    const series = await platform.metrics.read(addon.id, range, 'total')
    return { range, points: addonPointsOf(series, minute) }
  })
  return {
    async read(kind, wanted) {
      if (kind !== 'disk') return []
      const { range, points: found } = await points()
      return byMinute(range, wanted, found, diskShare)
    },
  }
}

const figureOf: Readonly<
  Record<Exclude<AlertKindName, 'certificate' | 'disk'>, (point: MetricPoint) => MinuteFigure>
> = {
  cpu: ({ cpuPercent }) => cpuPercent,
  memory: ({ memoryPercent }) => memoryPercent,
  '5xx': ({ requests, status }) => (requests === 0 ? 'idle' : ((status[4] ?? 0) / requests) * 100),
  latency: ({ latency }) => latency?.p95 ?? 'idle',
}

const diskShare = ({ diskBytes, maxDiskBytes }: AddonPoint): MinuteFigure =>
  diskBytes === null || !maxDiskBytes ? null : (diskBytes / maxDiskBytes) * 100

interface MinuteRange {
  since: number
  until: number
  span: number
}

/** Whole minutes, with those that a gap may take. */
function lastMinutes(now: number, minutes: number): MinuteRange {
  const until = slotOf(now, minute)
  return { since: until - (minutes + maxUnknown) * minute, until, span: minute }
}

function byMinute<Point extends { at: number }>(
  { until }: MinuteRange,
  minutes: number,
  points: readonly Point[],
  figure: (point: Point) => MinuteFigure,
): MinuteFigure[] {
  const known = new Map(points.map((point) => [point.at, figure(point)]))
  const count = minutes + maxUnknown
  return Array.from({ length: count }, (_, at) => known.get(until - (count - at) * minute) ?? null)
}

/** Days until the first certificate that visitors of an application get expires; hosts without one do not count. */
async function daysOfCertificate(
  { store, clock, policies }: Context,
  { id, ownerId }: Application,
): Promise<number | null> {
  const now = clock()
  const domains = await store.domains.listOf(id)
  if (domains.length === 0) return null
  const own = indexCertificates(await store.certificates.listSummaries(ownerId))
  const ofPlatform = indexCertificates(await store.certificates.listSummaries('platform'))
  const ends = domains.flatMap(({ host }) => {
    const indexes = isBelow(host, policies.appsDomain) ? [own, ofPlatform] : [own]
    return chooseCertificate(host, indexes, now)?.notAfter ?? []
  })
  return ends.length === 0 ? null : Math.max(0, (Math.min(...ends) - now) / day)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
