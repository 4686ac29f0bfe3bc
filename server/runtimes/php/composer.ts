import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import type { ComposerFiles } from './composer-files.ts'

export interface ComposerPlan {
  build: BuildStep[]
  buildCaches: string[]
  notes: string[]
  warnings: string[]
}

export const wantsDevelopment = (environment: PlanOrder['environment']): boolean =>
  setting(environment, 'CC_PHP_DEV_DEPENDENCIES') === 'install'

/** The owner's options of `composer install`. */
export const composerOptions = (environment: PlanOrder['environment']): string[] =>
  setting(environment, 'CC_PHP_COMPOSER_FLAGS')?.split(/ +/) ?? []

/** How the dependencies are installed: what is committed is used as it is, unless a lock file says what belongs there. */
export async function planComposer(
  { source, environment }: PlanOrder,
  { hasManifest, hasLock, vendor }: ComposerFiles,
): Promise<ComposerPlan> {
  const none = { build: [], buildCaches: [], warnings: [] }
  if (!hasManifest) {
    return { ...none, notes: ['There is no composer.json, so nothing is installed.'] }
  }
  const isCommitted = (await source.list(vendor)).includes('autoload.php')
  if (isCommitted && !hasLock) {
    const note = `The committed folder ${vendor} is used as it is: without composer.lock, Composer would choose other versions.`
    return { ...none, notes: [note] }
  }
  const version = setting(environment, 'CC_COMPOSER_VERSION')
  const own = composerOptions(environment)
  const options = [
    ...(wantsDevelopment(environment) ? [] : ['--no-dev']),
    ...(own.length > 0 ? own : ['--optimize-autoloader']),
  ]
  return {
    build: [
      {
        title: ['composer install', ...options].join(' ').slice(0, 200),
        command: [
          'composer-install',
          // The newest of this line is what the system has.
          ...(version === undefined || version === '2' ? [] : [`--version=${version}`]),
          '--',
          ...options,
        ],
      },
    ],
    buildCaches: isCommitted ? [] : [vendor],
    notes: [],
    warnings: hasLock
      ? []
      : [
          'composer.lock is not in the repository, so each deployment may install other versions: commit it.',
        ],
  }
}
