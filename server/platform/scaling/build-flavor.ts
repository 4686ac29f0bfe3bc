import type { Application } from '#platform/applications/application.ts'
import { smallerFlavor } from '#platform/applications/flavor.ts'
import type { MaxFlavors } from './max-flavors.ts'

const usualBuildFlavor = 'M'

/** Flavor of builds that have none of their own. */
export const defaultBuildFlavor = (largest: MaxFlavors): string =>
  smallerFlavor(usualBuildFlavor, largest.builds)

/** Flavor whose limits a build has: the application's own if it wants one, else the platform's. */
export const buildFlavorOf = (
  { separateBuild, buildFlavor }: Pick<Application, 'separateBuild' | 'buildFlavor'>,
  largest: MaxFlavors,
): string => (separateBuild ? buildFlavor : defaultBuildFlavor(largest))
