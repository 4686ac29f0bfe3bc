import { duration, Problem, setting } from '#kit/setting-kinds.ts'
import { findFlavor, flavors } from '#platform/model/hosting/flavor.ts'
import { type MaxFlavors, maxFlavorsOf } from '#platform/model/hosting/max-flavors.ts'
import type { AutoscalingPolicies } from '#platform/model/hosting/scale-rules.ts'
import type { MachineSize } from '#settings/machine-size.ts'

const optionalFlavor = (text: string): string | undefined | Problem => {
  if (text === '') return undefined
  const names = flavors.map(({ name }) => name).join(', ')
  return findFlavor(text)?.name ?? new Problem(`is not a size: use one of ${names}`)
}

/** Samples of the load are kept so long. */
const maxWindow = 600_000

const window = (text: string) => {
  const parsed = duration(text)
  return typeof parsed === 'number' && parsed > maxWindow
    ? new Problem('is longer than 10m, for which samples of the load are kept')
    : parsed
}

/** Which sizes are offered, and how autoscaling measures. */
export const scalingSettings = {
  maxFlavor: setting(
    'BERTH_MAX_FLAVOR',
    '',
    optionalFlavor,
    'the largest size that instances and builds may have, such as `XL`; when empty the largest whose memory and CPUs the machine has, and for builds whose memory it has',
  ),
  autoscaleInterval: setting(
    'BERTH_AUTOSCALE_INTERVAL',
    '10s',
    duration,
    'how often autoscaling looks at the load; at least three times within the shorter of the next two',
  ),
  autoscaleUpAfter: setting(
    'BERTH_AUTOSCALE_UP_AFTER',
    '1m',
    window,
    'how long the load must be high, on average, before an application is scaled up; at most 10m',
  ),
  autoscaleDownAfter: setting(
    'BERTH_AUTOSCALE_DOWN_AFTER',
    '5m',
    window,
    'how long it must be low before an application is scaled down; at most 10m',
  ),
  autoscalePause: setting(
    'BERTH_AUTOSCALE_PAUSE',
    '1m',
    duration,
    'least time between two changes of an application’s scale; each failure in a row doubles it, up to an hour',
  ),
} as const

interface ScalingSettings {
  maxFlavor: string | undefined
  autoscaleInterval: number
  autoscaleUpAfter: number
  autoscaleDownAfter: number
  autoscalePause: number
}

const looksPerWindow = 3

/** Policies of scaling: by default no size is larger than the machine. */
export const scalingPoliciesOf = (
  settings: ScalingSettings,
  machine: Pick<MachineSize, 'memory' | 'cpus'>,
): { maxFlavors: MaxFlavors; autoscaling: AutoscalingPolicies } => ({
  maxFlavors: maxFlavorsOf(machine, settings.maxFlavor),
  autoscaling: {
    interval: Math.min(
      settings.autoscaleInterval,
      settings.autoscaleUpAfter / looksPerWindow,
      settings.autoscaleDownAfter / looksPerWindow,
    ),
    upAfter: settings.autoscaleUpAfter,
    downAfter: settings.autoscaleDownAfter,
    pause: settings.autoscalePause,
    cpus: machine.cpus,
  },
})
