import { major } from '#kit/text/versions.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { InstallOrder } from '#runtimes/node/package-managers/package-manager.ts'
import type { YarnSettings } from './settings.ts'

export interface BerryFacts {
  settings: YarnSettings
  /** Whether the owner declares the version of Yarn. */
  isDeclared: boolean
  /** Version of the Yarn that installs, possibly one in the repository. */
  version: string
}

export interface BerryInstall {
  step: BuildStep
  notes: string[]
  warnings: string[]
}

const undeclared =
  'package.json does not say which Yarn it wants: set "packageManager" to one such as "yarn@4.10.3".'

const yarnStore = '.yarn/global'

/** Hard links stay valid when the store is removed. */
const removeStore: BuildStep = {
  title: 'remove the store of Yarn',
  command: ['rm', '-rf', '--', yarnStore],
}

export const stepsAfter = ({ linker }: YarnSettings): BuildStep[] =>
  linker === 'pnpm' ? [removeStore] : []

/** Installation by Yarn 2 and later, with or without development dependencies. */
export function yarnBerryInstall(
  { project, development }: InstallOrder,
  { settings, isDeclared, version }: BerryFacts,
): BerryInstall {
  const environment = {
    YARN_ENABLE_TELEMETRY: '0',
    // Prints the output of install scripts, which otherwise goes to a hidden file.
    YARN_ENABLE_INLINE_BUILDS: '1',
    // Without node_modules packages stay packed, and must be inside the application.
    ...(settings.linker === 'pnp' && { YARN_ENABLE_GLOBAL_CACHE: 'false' }),
    // This linker hard-links from its store, which must be on the same mount as the application.
    ...(settings.linker === 'pnpm' && { YARN_GLOBAL_FOLDER: yarnStore }),
  }
  const warnings = isDeclared ? [] : [undeclared]
  const line = major(version)
  if (!development && (line >= 4 || settings.canFocus)) {
    // A workspace member needs only its own dependencies; the main folder needs those of its members.
    const whose = project.lockFolder === 'own' ? ['--all'] : []
    const step: BuildStep = {
      title: 'yarn workspaces focus --production',
      command: ['yarn', 'workspaces', 'focus', ...whose, '--production'],
      environment,
    }
    return { step, notes: [], warnings }
  }
  const notes = development
    ? []
    : [`Yarn ${line} cannot leave out development dependencies without its plugin workspace-tools.`]
  const isFixed = project.lockNames.has('yarn.lock') && isDeclared
  return {
    step: {
      title: 'yarn install',
      command: ['yarn', 'install', isFixed ? '--immutable' : '--no-immutable'],
      environment,
    },
    notes,
    warnings,
  }
}
