import type { Application } from '#client/resources/applications/applications.ts'
import type { Instance } from '#client/resources/applications/instances.ts'

type ScaledApplication = Pick<
  Application,
  'instance' | 'separateBuild' | 'buildFlavor' | 'warnings'
>

const isAutoscaled = ({ minInstances, maxInstances, minFlavor, maxFlavor }: Bounds) =>
  minInstances !== maxInstances || minFlavor.name !== maxFlavor.name

type Bounds = Pick<
  Application['instance'],
  'minInstances' | 'maxInstances' | 'minFlavor' | 'maxFlavor'
>

/** What runs now, by size. */
function running(instances: readonly Instance[]): { flavor: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { state, flavor } of instances) {
    if (state === 'UP') counts.set(flavor.name, (counts.get(flavor.name) ?? 0) + 1)
  }
  return [...counts].map(([flavor, count]) => ({ flavor, count }))
}

/** The scale as data. */
export const scaleSummary = (
  { instance, separateBuild, buildFlavor, warnings = [] }: ScaledApplication,
  instances: readonly Instance[],
) => ({
  running: running(instances),
  autoscaling: isAutoscaled(instance),
  minInstances: instance.minInstances,
  maxInstances: instance.maxInstances,
  minFlavor: instance.minFlavor.name,
  maxFlavor: instance.maxFlavor.name,
  buildFlavor: separateBuild ? buildFlavor.name : null,
  warnings: warnings.map(({ message }) => message),
})

/** The scale as rows of a table. */
export function scaleRows(
  application: ScaledApplication,
  instances: readonly Instance[],
): string[][] {
  const { instance, separateBuild, buildFlavor, warnings = [] } = application
  const now = running(instances).map(({ flavor, count }) => `${count} × ${flavor}`)
  const { minInstances, maxInstances, minFlavor, maxFlavor } = instance
  const bounds = [
    `${range(minInstances, maxInstances)} of ${range(minFlavor.name, maxFlavor.name)}`,
    isAutoscaled(instance) ? 'scaled by load' : 'fixed',
  ].join(', ')
  return [
    ['Scale', now.length > 0 ? `${now.join(', ')} (${bounds})` : bounds],
    ...(separateBuild ? [['Builds', buildFlavor.name]] : []),
    ...warnings.map(({ message }) => ['Note', message]),
  ]
}

const range = (min: string | number, max: string | number) =>
  min === max ? String(min) : `${min} to ${max}`
