import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import {
  type Command,
  hasAnythingToInstall,
  type Installation,
  type InstallOrder,
  installing,
  nothingToInstall,
  type PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import type { Project } from '#runtimes/node/project.ts'
import { npmrc } from '#runtimes/node/registry/registry-access.ts'
import { npmLockFile } from './lock.ts'
import { npmSharing } from './sharing.ts'

/** Otherwise every instance would query the registry for a newer npm. */
export const npmEnvironment = { npm_config_update_notifier: 'false' }

const npm: Omit<PackageManager, 'values' | 'install'> = {
  lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
  usesNpm: true,
  start: () => ['npm', 'start'],
  build: () => ['npm', 'run', 'build'],
  run: (file) => ['node', file],
  home: ({ environment }) => npmrc(environment),
}

/** npm with `npm install`: uses the lock file when there is one. */
export const npmInstall: PackageManager = {
  ...npm,
  values: ['npm', 'npm-install'],
  async install(order) {
    const installation = await planNpm('install', order)
    if (!order.project.names.has('node_modules/')) return installation
    return { ...installation, build: [rebuild] }
  },
}

/** npm with `npm ci`: requires the lock file and follows it exactly. */
export const npmCi: PackageManager = {
  ...npm,
  values: ['npm-ci'],
  async install(order) {
    if (!npmLockFile(order.project)) {
      throw new Failure(
        'recipe',
        'CC_NODE_BUILD_TOOL is "npm-ci", which needs a package-lock.json, and there is none.',
        ['Commit the package-lock.json that npm install writes, or set CC_NODE_BUILD_TOOL to npm.'],
      )
    }
    return planNpm('ci', order)
  },
}

/** Committed modules may have been compiled for another machine. */
const rebuild: BuildStep = { title: 'npm rebuild', command: ['npm', 'rebuild', '--no-progress'] }

async function planNpm(
  verb: 'install' | 'ci',
  { project, development }: InstallOrder,
): Promise<Installation> {
  const environment = npmEnvironment
  if (!hasAnythingToInstall(project)) {
    return { tools: [], environment, notes: [nothingToInstall], warnings: [] }
  }
  const install = {
    title: `npm ${verb}`,
    command: npmCommand(verb, development),
    isIncremental: verb === 'install',
  }
  return {
    tools: [],
    environment,
    ...(await installing(project, install, await npmSharing(project, development))),
    warnings: oldLockFile(project),
  }
}

const npmCommand = (verb: string, development: boolean): Command => [
  'npm',
  verb,
  development ? '--include=dev' : '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--no-update-notifier',
  '--loglevel=notice',
]

function oldLockFile({ lockNames }: Project): string[] {
  const both = lockNames.has('npm-shrinkwrap.json') && lockNames.has('package-lock.json')
  return both ? ['package-lock.json is not used, because there is an npm-shrinkwrap.json.'] : []
}
