import { allSatisfying, major, maxSatisfying, satisfies } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import {
  chooseTool,
  declaredIn,
  enginesRequests,
} from '#runtimes/node/package-managers/declared-version.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import {
  hasAnythingToInstall,
  type InstallOrder,
  installing,
  nothingToInstall,
  type PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import { npmrc } from '#runtimes/node/registry/registry-access.ts'
import { readPnpmLayout } from './layout.ts'
import { namesManager, pnpmLockFormat } from './lock.ts'
import { pnpmSharing } from './sharing.ts'

const lockFile = 'pnpm-lock.yaml'

/** pnpm: follows the lock file exactly when there is one. */
export const pnpm: PackageManager = {
  values: ['pnpm'],
  lockFiles: [lockFile],
  start: () => ['pnpm', 'start'],
  build: () => ['pnpm', 'run', 'build'],
  async run(file, project) {
    const { isPnp } = await readPnpmLayout(project)
    return isPnp ? ['pnpm', 'exec', 'node', file] : ['node', file]
  },
  // pnpm 11 and later ignores a registry in the environment.
  home: ({ environment }) => npmrc(environment, { withRegistry: true }),
  async install(order) {
    const { project, development } = order
    const { tool, note, ...chosen } = await pnpmTool(order)
    mustRun(tool.version, order.node)
    const environment = settingsFor(tool.version, alwaysFor(tool.version))
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
        // pnpm 11 and later runs nothing but `preinstall` over an installed tree.
        isIncremental: Number.parseInt(tool.version, 10) < 11,
        command: [
          'pnpm',
          'install',
          lock,
          `--prod=${!development}`,
          '--reporter=append-only',
          ...layout.options,
        ],
        environment: settingsFor(tool.version, {
          ...alwaysFor(tool.version),
          ...whileInstalling,
        }),
      },
      await pnpmSharing(project),
    )
    return { tools: [tool], dependencies, environment, notes: [note, ...notes], warnings }
  },
}

const always = {
  // `prestart` and `poststart` belong to a start; before version 9 they are off by default.
  enable_pre_post_scripts: 'true',
  // A start must run what the build installed, and not install again.
  verify_deps_before_run: 'false',
  // The recipe decides the version, whatever `packageManager` says.
  manage_package_manager_versions: 'false',
  package_manager_strict: 'false',
  update_notifier: 'false',
}

/**
 * Later releases call this `pmOnFail`, and reject a lock file that does not record `packageManager`, as most do not,
 * because pnpm records only a release that it downloaded itself.
 */
const alwaysLater = { ...always, pm_on_fail: 'ignore', runtime_on_fail: 'ignore' }

const alwaysFor = (version: string) => (major(version) < 11 ? always : alwaysLater)

/** No terminal can confirm the replacement of a committed `node_modules`. */
const whileInstalling = { confirm_modules_purge: 'false' }

/** Later releases ignore npm's variable names. */
function settingsFor(version: string, values: Record<string, string>): Record<string, string> {
  const prefix = major(version) < 11 ? 'npm_config' : 'pnpm_config'
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]),
  )
}

/** First match wins; the newest line whose releases run on a Node. */
const lineByNode: readonly (readonly [nodes: string, line: number])[] = [
  ['>=18.12.0', 10],
  ['>=16.14.0', 8],
  ['>=14.6.0', 7],
  ['>=12.17.0', 6],
]

/** First match wins; Node versions on which a line runs. The last one is a standalone executable. */
const nodesByLine: readonly (readonly [line: number, nodes: string, words: string])[] = [
  [12, '>=18', '18'],
  [11, '>=22.13.0', '22.13'],
  [9, '>=18.12.0', '18.12'],
  [8, '>=16.14.0', '16.14'],
  [7, '>=14.6.0', '14.6'],
]

/** Fails with a clear message instead of an error deep in pnpm; only an owner can choose such a pair. */
function mustRun(version: string, node: string): void {
  const [, nodes = '*', words] = nodesByLine.find(([line]) => major(version) >= line) ?? []
  if (satisfies(node, nodes)) return
  throw new Failure(
    'recipe',
    `pnpm ${version} does not run on Node ${node}: it needs Node ${words} or later. Ask for another Node in engines.node, or for an earlier pnpm in packageManager.`,
  )
}

/** Later lines refuse to install when a dependency has an unapproved build script. */
const mildLine = 10

/** Releases that may satisfy a range: those that run on this Node, up to line 10 where that is enough. */
function fitting(range: string, node: string, catalogue: Catalogue) {
  const newest = lineByNode.find(([nodes]) => satisfies(node, nodes))?.[1] ?? 6
  const runs = (version: string) =>
    major(version) <= newest || (newest === mildLine && satisfies(node, '>=22.13.0'))
  const isMild = (version: string) => runs(version) && major(version) <= mildLine
  const isEnough = allSatisfying(catalogue.versions('pnpm'), range).some(isMild)
  return isEnough ? isMild : runs
}

/** Releases before 11 cannot read a lock file that records its pnpm, and 11 needs a recent Node. */
const lineOfNamed = 12

/** The line that wrote a lock file format and keeps it unchanged. */
const lineByLock: Readonly<Record<string, number>> = { '5.3': 6, '5.4': 7, '6.0': 8, '6.1': 8 }

async function pnpmTool({ project, node, catalogue, given }: InstallOrder) {
  const { packageJson } = project
  const declared = declaredIn(packageJson.packageManager)
  const lock = await lockText(project, lockFile)
  const format = pnpmLockFormat(lock)
  const request = {
    name: 'pnpm',
    declared,
    given,
    catalogue,
    others: enginesRequests(packageJson, 'pnpm'),
    isFitting: fitting(
      packageJson.devEngines.pnpm ?? packageJson.engines.pnpm ?? '',
      node,
      catalogue,
    ),
  } as const
  return chooseTool(request, () => {
    const byNode = lineByNode.find(([nodes]) => satisfies(node, nodes))?.[1] ?? 6
    const line = namesManager(lock)
      ? lineOfNamed
      : Math.min(byNode, lineByLock[format ?? ''] ?? mildLine)
    const all = [...catalogue.versions('pnpm')]
    return maxSatisfying(all, `${line}.x`) ?? newestUpTo(line, all)
  })
}

const newestUpTo = (line: number, versions: string[]): string =>
  versions.findLast((version) => major(version) <= line) ?? '10.34.9'
