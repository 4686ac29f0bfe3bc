import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { MetricRange } from '#platform/model/observability/metrics.ts'
import { rangeOf, type WantedRange } from '#platform/observability/metrics/range.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { type AddonPoint, addonPointsOf, addonSampleInterval } from './addon-sample.ts'

/** Points of an add-on. */
export interface AddonMetrics extends MetricRange {
  points: AddonPoint[]
}

/** Reads what is stored. The provider of an add-on without any sample, such as a new one, is asked first. */
export async function readAddonMetrics(
  platform: Pick<Platform, 'metrics' | 'addonSampler' | 'clock'>,
  addon: Addon,
  wanted: WantedRange,
): Promise<AddonMetrics> {
  const read = async () => {
    const range = rangeOf(wanted, platform.clock(), addonSampleInterval)
    return { range, series: await platform.metrics.read(addon.id, range, 'total') }
  }
  let found = await read()
  if (found.series.length === 0 && addon.state === 'ready' && wanted.until === undefined) {
    await platform.addonSampler.sample(addon)
    found = await read()
  }
  return { ...found.range, points: addonPointsOf(found.series, found.range.span) }
}
