import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { type LockFile, readLockFile } from './lock-file.ts'

/** The gems of an application, as its files name them. */
export interface Bundle {
  /** `Gemfile` or `gems.rb`. */
  path: string
  gemfile: string
  lock?: LockFile
  /** The repository carries the archives of the gems. */
  isVendored: boolean
}

const names = [
  { path: 'Gemfile', lock: 'Gemfile.lock' },
  { path: 'gems.rb', lock: 'gems.locked' },
]

/** Where the gems are installed, kept from build to build. */
export const bundleFolder = 'vendor/bundle'

/** The files of Bundler, in the order in which it looks for them itself. */
export async function readBundle({ source }: PlanOrder): Promise<Bundle | undefined> {
  for (const { path, lock } of names) {
    const gemfile = await source.read(path)
    if (gemfile === undefined) continue
    const text = await source.read(lock)
    const vendored = await source.list('vendor/cache')
    return {
      path,
      gemfile,
      ...(text !== undefined && { lock: readLockFile(lock, text) }),
      isVendored: vendored.some((name) => name.endsWith('.gem')),
    }
  }
  return undefined
}

/** Refuses a lock file that was made for other operating systems only: Bundler would, after the tools are fetched. */
export function requireLinux({ lock }: Bundle): void {
  if (!lock || lock.platforms.length === 0) return
  if (lock.platforms.some((name) => name === 'ruby' || name.includes('linux'))) return
  throw new Failure(
    'recipe',
    `${lock.path} is for ${lock.platforms.slice(0, 3).join(', ').slice(0, 80)} only: run \`bundle lock --add-platform x86_64-linux\` (or aarch64-linux) and commit it.`,
  )
}

export const installSteps = (bundle: Bundle): BuildStep[] => [
  { title: 'bundle install', command: ['ruby-environment', bundle.lock ? 'locked' : 'unlocked'] },
]

export function noteOf(bundle: Bundle | undefined): string {
  if (!bundle) return 'No gems: there is no Gemfile.'
  if (!bundle.lock)
    return `bundle install reads ${bundle.path}; no file locks the versions of its gems.`
  const from = bundle.isVendored ? ', from vendor/cache' : ''
  return `bundle install installs what ${bundle.lock.path} locks${from}.`
}

export const warningsOf = (bundle: Bundle | undefined): string[] =>
  bundle && !bundle.lock
    ? [
        `Each build may install other versions: run \`bundle lock --add-platform x86_64-linux\` and commit the lock file of ${bundle.path}.`,
      ]
    : []

/** What Bundler reads in every command of the application: hooks, workers, crons and shells too. */
export function bundleVariables(
  bundle: Bundle | undefined,
  environment: Environment,
): Record<string, string> {
  if (!bundle) return {}
  const mode = setting(environment, 'RAILS_ENV') ?? setting(environment, 'RACK_ENV')
  const without = ['development', 'test'].filter((group) => group !== mode)
  return {
    BUNDLE_PATH: bundleFolder,
    BUNDLE_WITHOUT: without.join(':'),
    ...(bundle.lock && { BUNDLE_DEPLOYMENT: 'true' }),
  }
}
