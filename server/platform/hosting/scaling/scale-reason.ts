import type { Scale } from '#platform/model/hosting/application.ts'
import type { ScaleRules } from '#platform/model/hosting/scale-rules.ts'
import type { Utilisation } from './utilisation.ts'

/** A threshold that the load is above. */
export interface Pressure {
  kind: 'memory' | 'cpu' | 'requests'
  /** Load as a multiple of what is aimed at. */
  load: number
  reason: string
}

/** Thresholds that the load is above, the most pressing first: memory before all, because its end is a crash. */
export function pressuresIn(
  used: Utilisation,
  scale: Scale,
  rules: ScaleRules,
  duration: number,
): Pressure[] {
  const where = `for ${durationText(duration)} on ${instancesText(scale)}`
  const perInstance = used.requests / scale.currentInstances
  const { memoryShare, cpuShare } = used
  const pressures: Pressure[] = []
  if (memoryShare !== undefined && memoryShare >= rules.memoryUp) {
    pressures.push({
      kind: 'memory',
      load: Number.POSITIVE_INFINITY,
      reason: `Memory at ${percent(memoryShare)} ${where}`,
    })
  }
  if (cpuShare !== undefined && cpuShare >= rules.cpuUp) {
    pressures.push({
      kind: 'cpu',
      load: cpuShare / middleOf(rules),
      reason: `CPU at ${percent(cpuShare)} ${where}`,
    })
  }
  if (rules.requests !== undefined && perInstance >= rules.requests) {
    pressures.push({
      kind: 'requests',
      load: (perInstance / rules.requests) * (rules.cpuUp / middleOf(rules)),
      reason: `${requestsText(perInstance)} each ${where}`,
    })
  }
  return pressures.toSorted((one, other) => other.load - one.load)
}

/** Why the scale goes down, in a sentence. */
export function quietText(
  used: Utilisation,
  scale: Scale,
  rules: ScaleRules,
  duration: number,
): string {
  const perInstance = used.requests / scale.currentInstances
  const facts = [
    ...(used.cpuShare === undefined ? [] : [`CPU at ${percent(used.cpuShare)}`]),
    ...(rules.requests === undefined ? [] : [`${requestsText(perInstance)} each`]),
  ]
  return `${facts.join(' and ')} for ${durationText(duration)} on ${instancesText(scale)}`
}

const middleOf = ({ cpuUp, cpuDown }: ScaleRules) => (cpuUp + cpuDown) / 2

const percent = (share: number) => `${Math.round(share * 100)} %`

function requestsText(perSecond: number): string {
  const shown = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1)
  return `${shown} requests per second`
}

const instancesText = ({ currentInstances, currentFlavor }: Scale) =>
  `${currentInstances} ${currentInstances === 1 ? 'instance' : 'instances'} of ${currentFlavor}`

function durationText(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  return Number.isInteger(minutes) ? `${minutes} min` : `${Math.round(milliseconds / 1000)} s`
}
