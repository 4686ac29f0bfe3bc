import type { BuildStep } from '#platform/deployments/recipe.ts'
import { chooseVersion } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import type { Project } from '#runtimes/node/project.ts'
import { npmrc } from '#runtimes/node/registry/npmrc.ts'
import { byFilesAlone } from '#runtimes/node/registry/own-registry.ts'
import { hasRegistryCredentials } from '#runtimes/node/registry/registry-access.ts'
import { bunSharing } from '#runtimes/node/sharing/bun-sharing.ts'
import { chooseTool, declaredIn } from './declared-version.ts'
import { hasAnythingToInstall, installing, nothingToInstall } from './installing.ts'
import type { InstallOrder, PackageManager } from './package-manager.ts'

const lockFile = 'bun.lock'
const oldLockFile = 'bun.lockb'

/** The newest of the packaged set; a newer one of the catalogue is taken when it is asked for. */
export const defaultBunVersion = '1.2.23'

/** Bun, which installs and then runs the application too. */
export const bun: PackageManager = {
  values: ['bun'],
  lockFiles: [lockFile, oldLockFile],
  // Also where a script says `node`.
  start: () => ['bun', '--bun', 'run', 'start'],
  run: (file) => ['bun', file],
  home: ({ environment }) =>
    npmrc(environment, { withRegistry: hasRegistryCredentials(environment) }),
  async install(order) {
    const { project, development } = order
    const { tool, note } = bunTool(order)
    const warnings = oldFormat(project)
    if (!hasAnythingToInstall(project)) {
      return { tools: [tool], environment: {}, notes: [note, nothingToInstall], warnings }
    }
    const isLocked = bun.lockFiles.some((name) => project.lockNames.has(name))
    const step: BuildStep = {
      title: 'bun install',
      command: [
        'bun',
        'install',
        ...(isLocked ? ['--frozen-lockfile'] : []),
        ...(development ? [] : ['--omit=dev']),
        '--no-progress',
      ],
    }
    // It forgets a password for a registry that it hears of by the environment.
    const install = hasRegistryCredentials(project.environment) ? byFilesAlone(step) : step
    const { dependencies, notes } = await installing(project, install, await bunSharing(project))
    return { tools: [tool], dependencies, environment: {}, notes: [note, ...notes], warnings }
  },
}

function bunTool({ project, catalogue, given }: InstallOrder) {
  const { packageManager, enginesBun } = project.packageJson
  const declared = declaredIn(packageManager)
  return chooseTool({ name: 'bun', declared, given, catalogue }, () => {
    if (enginesBun === undefined || /^[*xX]?$/.test(enginesBun.trim())) return defaultBunVersion
    const wish = { text: enginesBun.trim(), origin: 'engines.bun' }
    return chooseVersion(wish, knownTools.bun, catalogue.versions('bun'))
  })
}

function oldFormat({ lockNames }: Project): string[] {
  if (!lockNames.has(oldLockFile) || lockNames.has(lockFile)) return []
  return [
    'bun.lockb is the old form of the lock file: "bun install --save-text-lockfile --frozen-lockfile --lockfile-only" writes bun.lock, with which unchanged dependencies need not be installed again.',
  ]
}
