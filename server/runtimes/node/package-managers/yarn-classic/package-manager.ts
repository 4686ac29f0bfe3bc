import {
  chooseTool,
  declaredIn,
  enginesRequests,
} from '#runtimes/node/package-managers/declared-version.ts'
import {
  hasAnythingToInstall,
  installing,
  nothingToInstall,
  type PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import { npmrc } from '#runtimes/node/registry/registry-access.ts'
import { yarnClassicSharing } from './sharing.ts'

const deprecation = [
  'Yarn 1 is deprecated: move to Yarn 4 (CC_NODE_BUILD_TOOL yarn-berry, or packageManager yarn@4 in package.json).',
]

const environment = {
  // Yarn refuses to run when package.json names another manager, which the owner has overridden.
  SKIP_YARN_COREPACK_CHECK: '1',
  YARN_DISABLE_SELF_UPDATE_CHECK: 'true',
}

/** Yarn 1: follows the lock file exactly when there is one. */
export const yarnClassic: PackageManager = {
  values: ['yarn'],
  lockFiles: ['yarn.lock'],
  start: () => ['yarn', 'start'],
  build: () => ['yarn', 'run', 'build'],
  run: (file) => ['node', file],
  home: ({ environment }) => npmrc(environment, { alwaysAuth: true }),
  async install({ project, development, catalogue, given }) {
    const declared = declaredIn(project.packageJson.packageManager)
    const own = declared?.version.startsWith('1.') ? declared : undefined
    const classic = new Map([...given].filter(([, version]) => version.startsWith('1.')))
    const request = {
      name: 'yarn',
      declared: own,
      given: classic,
      catalogue,
      others: enginesRequests(project.packageJson, 'yarn'),
      isFitting: (version: string) => version.startsWith('1.'),
    } as const
    const { tool, note, ...chosen } = chooseTool(request, () => '1.22.22')
    const warnings = [...deprecation, ...chosen.warnings]
    if (!hasAnythingToInstall(project)) {
      return { tools: [tool], environment, notes: [note, nothingToInstall], warnings }
    }
    const { dependencies, notes } = await installing(
      project,
      {
        title: 'yarn install',
        isIncremental: true,
        command: [
          'yarn',
          'install',
          ...(project.lockNames.has('yarn.lock') ? ['--frozen-lockfile'] : []),
          `--production=${!development}`,
          '--non-interactive',
          '--no-progress',
        ],
        environment,
      },
      await yarnClassicSharing(project),
    )
    return { tools: [tool], dependencies, environment, notes: [note, ...notes], warnings }
  },
}
