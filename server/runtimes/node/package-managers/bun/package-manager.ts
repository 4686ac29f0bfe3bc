import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { knownTools } from '#runtimes/known-tools.ts'
import {
  chooseTool,
  declaredIn,
  type ToolChoice,
} from '#runtimes/node/package-managers/declared-version.ts'
import {
  hasAnythingToInstall,
  type InstallOrder,
  installing,
  nothingToInstall,
  type PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import type { Project } from '#runtimes/node/project.ts'
import {
  byFilesAlone,
  hasRegistryCredentials,
  npmrc,
} from '#runtimes/node/registry/registry-access.ts'
import { readVersionFile } from '#runtimes/node/version-files.ts'
import { quote } from '#runtimes/variable.ts'
import { bunSharing } from './sharing.ts'

const lockFile = 'bun.lock'
const oldLockFile = 'bun.lockb'

/** The default of the specification. */
const specifiedVersion = '1.2.23'

/** Bun, which installs and also runs the application. */
export const bun: PackageManager = {
  values: ['bun'],
  lockFiles: [lockFile, oldLockFile],
  // `--bun` also for scripts that call `node`.
  start: () => ['bun', '--bun', 'run', 'start'],
  // Without `--bun`: tools of a build are made for Node, which is there too.
  build: () => ['bun', 'run', 'build'],
  run: (file) => ['bun', file],
  home: ({ environment }) =>
    npmrc(environment, { withRegistry: hasRegistryCredentials(environment) }),
  async install(order) {
    const { project, development } = order
    const { tool, note, ...chosen } = await bunTool(order)
    const warnings = [...chosen.warnings, ...oldFormat(project)]
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
    // Bun ignores a password for a registry that comes from the environment.
    const install = hasRegistryCredentials(project.environment) ? byFilesAlone(step) : step
    const { dependencies, notes } = await installing(
      project,
      { ...install, isIncremental: true },
      await bunSharing(project),
    )
    return { tools: [tool], dependencies, environment: {}, notes: [note, ...notes], warnings }
  },
}

async function bunTool({ project, catalogue, given }: InstallOrder): Promise<ToolChoice> {
  const { packageManager, engines } = project.packageJson
  const declared = declaredIn(packageManager)
  const text = engines.bun?.trim() ?? ''
  if (given.has('bun') || declared?.name === 'bun' || /^[*xX]?$/.test(text)) {
    const file = await readVersionFile(project, '.bun-version')
    const request = { name: 'bun', declared, given, catalogue, others: file ? [file] : [] } as const
    return chooseTool(request, () => defaultBun(catalogue))
  }
  const request = { text, origin: 'engines.bun' }
  const version = chooseVersion(request, knownTools.bun, catalogue.versions('bun'))
  const note = `Bun ${version} (engines.bun ${quote(text)})`
  return { tool: { name: 'bun', version }, note, warnings: [] }
}

const defaultBun = ({ defaults, versions }: Catalogue): string =>
  (defaults === 'spec' ? undefined : versions('bun').at(-1)) ?? specifiedVersion

function oldFormat({ lockNames }: Project): string[] {
  if (!lockNames.has(oldLockFile) || lockNames.has(lockFile)) return []
  return [
    'bun.lockb is the old form of the lock file: "bun install --save-text-lockfile --frozen-lockfile --lockfile-only" writes bun.lock, with which unchanged dependencies need not be installed again.',
  ]
}
