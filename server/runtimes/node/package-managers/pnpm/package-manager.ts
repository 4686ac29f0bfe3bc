import { major, maxSatisfying, satisfies } from 'semver'
import type { Catalogue } from '#runtimes/catalogue.ts'
import {
  chooseTool,
  declaredIn,
  enginesWish,
} from '#runtimes/node/package-managers/declared-version.ts'
import {
  hasAnythingToInstall,
  installing,
  nothingToInstall,
} from '#runtimes/node/package-managers/installing.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import type {
  InstallOrder,
  PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import { npmrc } from '#runtimes/node/registry/npmrc.ts'
import { readPnpmLayout } from './layout.ts'
import { pnpmLockFormat } from './lock.ts'
import { pnpmSharing } from './sharing.ts'

const lockFile = 'pnpm-lock.yaml'

/** pnpm: exactly the lock file when there is one. */
export const pnpm: PackageManager = {
  values: ['pnpm'],
  lockFiles: [lockFile],
  start: () => ['pnpm', 'start'],
  async run(file, project) {
    const { isPnp } = await readPnpmLayout(project)
    return isPnp ? ['pnpm', 'exec', 'node', file] : ['node', file]
  },
  // From version 11 on it does not hear of the registry by the environment.
  home: ({ environment }) => npmrc(environment, { withRegistry: true }),
  async install(order) {
    const { project, development } = order
    const { tool, note, ...chosen } = await pnpmTool(order)
    const environment = settingsFor(tool.version, always)
    if (!hasAnythingToInstall(project) && !project.names.has('pnpm-workspace.yaml')) {
      return { tools: [tool], environment, notes: [note, nothingToInstall], ...chosen }
    }
    const layout = await readPnpmLayout(project)
    const warnings = [...chosen.warnings, ...layout.warnings]
    const lock = project.lockNames.has(lockFile) ? '--frozen-lockfile' : '--no-frozen-lockfile'
    const { dependencies, notes } = await installing(
      project,
      {
        title: 'pnpm install',
        command: [
          'pnpm',
          'install',
          lock,
          `--prod=${!development}`,
          '--reporter=append-only',
          ...layout.options,
        ],
        environment: settingsFor(tool.version, { ...always, ...whileInstalling }),
      },
      await pnpmSharing(project),
    )
    return { tools: [tool], dependencies, environment, notes: [note, ...notes], warnings }
  },
}

const always = {
  // `prestart` and `poststart` belong to a start; before version 9 they must be asked for.
  enable_pre_post_scripts: 'true',
  // What was installed at the build is what runs: a start must not install again.
  verify_deps_before_run: 'false',
  // The version is the one of the recipe, whatever `packageManager` says.
  manage_package_manager_versions: 'false',
  package_manager_strict: 'false',
  update_notifier: 'false',
}

/** There is nobody to ask whether a committed `node_modules` may be replaced. */
const whileInstalling = { confirm_modules_purge: 'false' }

/** Later releases do not listen to the names of npm. */
function settingsFor(version: string, values: Record<string, string>): Record<string, string> {
  const prefix = major(version) < 11 ? 'npm_config' : 'pnpm_config'
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]),
  )
}

/** First match counts; the newest line whose releases run on a Node. */
const lineByNode: readonly (readonly [nodes: string, line: number])[] = [
  ['>=18.12.0', 10],
  ['>=16.14.0', 8],
  ['>=14.6.0', 7],
  ['>=12.17.0', 6],
]

/** Later lines refuse to install when a dependency has a build script that nobody has approved. */
const mildLine = 10
const maxRange = 200

/** Which releases may answer a range: those that run on this Node, and no later line where an earlier one will do. */
function fitting(range: string, node: string, catalogue: Catalogue) {
  const newest = lineByNode.find(([nodes]) => satisfies(node, nodes))?.[1] ?? 6
  const runs = (version: string) =>
    major(version) <= newest || (newest === mildLine && satisfies(node, '>=22.13.0'))
  const isMild = (version: string) => runs(version) && major(version) <= mildLine
  const isEnough = catalogue
    .versions('pnpm')
    .some((each) => range.length <= maxRange && isMild(each) && satisfies(each, range))
  return isEnough ? isMild : runs
}

/** The line that wrote a format of the lock file and follows it without a change. */
const lineByLock: Readonly<Record<string, number>> = { '5.3': 6, '5.4': 7, '6.0': 8, '6.1': 8 }

async function pnpmTool({ project, node, catalogue, given }: InstallOrder) {
  const { packageJson } = project
  const declared = declaredIn(packageJson.packageManager)
  const format = pnpmLockFormat(await lockText(project, lockFile))
  const wish = {
    name: 'pnpm',
    declared,
    given,
    catalogue,
    others: enginesWish(packageJson.engines, 'pnpm'),
    isFitting: fitting(packageJson.engines.pnpm ?? '', node, catalogue),
  } as const
  return chooseTool(wish, () => {
    const byNode = lineByNode.find(([nodes]) => satisfies(node, nodes))?.[1] ?? 6
    const line = Math.min(byNode, lineByLock[format ?? ''] ?? mildLine)
    const all = [...catalogue.versions('pnpm')]
    return maxSatisfying(all, `${line}.x`) ?? newestUpTo(line, all)
  })
}

const newestUpTo = (line: number, versions: string[]): string =>
  versions.findLast((version) => major(version) <= line) ?? '10.34.9'
