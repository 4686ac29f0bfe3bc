import { posix } from 'node:path'
import { major, maxSatisfying, satisfies, valid } from '#kit/text/versions.ts'
import {
  chooseTool,
  declaredIn,
  enginesRequests,
} from '#runtimes/node/package-managers/declared-version.ts'
import { lockText } from '#runtimes/node/package-managers/lock-text.ts'
import {
  type Command,
  type Installation,
  type InstallOrder,
  installing,
  type PackageManager,
} from '#runtimes/node/package-managers/package-manager.ts'
import { yarnrc } from '#runtimes/node/registry/registry-access.ts'
import { quote } from '#runtimes/variable.ts'
import { stepsAfter, yarnBerryInstall } from './install.ts'
import { yarnBerryFormat } from './lock.ts'
import { readYarnSettings, type YarnSettings } from './settings.ts'
import { yarnBerrySharing } from './sharing.ts'

const berry: Omit<PackageManager, 'values' | 'install'> = {
  lockFiles: ['yarn.lock'],
  start: ({ packageJson: { scripts } }) => yarnRun('start', scripts),
  build: ({ packageJson: { scripts } }) => yarnRun('build', scripts),
  run: (file) => ['yarn', 'node', file],
  home: ({ environment }) => yarnrc(environment),
}

/** Runs a script with its pre and post scripts, which Yarn 2 and later leave out. */
function yarnRun(name: 'start' | 'build', scripts: Readonly<Record<string, string>>): Command {
  const before = scripts[`pre${name}`] ? `yarn run pre${name} && ` : ''
  const after = scripts[`post${name}`] ? ` && yarn run post${name}` : ''
  if (!before && !after) return ['yarn', 'run', name]
  return ['sh', '-c', `${before}${after ? '' : 'exec '}yarn run ${name}${after}`]
}

/** Yarn 3 and 4. */
export const yarnBerry: PackageManager = {
  ...berry,
  values: ['yarn-berry'],
  install: (order) => planBerry(order, (format) => defaultBerry(order, format)),
}

const deprecation =
  'Yarn 2 is deprecated: move to Yarn 4 (CC_NODE_BUILD_TOOL yarn-berry, or packageManager yarn@4 in package.json).'

/** Yarn 2, or a later one when package.json names it. */
export const yarnTwo: PackageManager = {
  ...berry,
  values: ['yarn2'],
  async install(order) {
    const plan = await planBerry(order, () => '2.4.3')
    const warnings = plan.warnings.filter((warning) => warning !== deprecation)
    return { ...plan, warnings: [deprecation, ...warnings] }
  },
}

async function planBerry(
  order: InstallOrder,
  otherwise: (format: number | undefined) => string,
): Promise<Installation> {
  const { project, catalogue, given } = order
  const { packageJson } = project
  const format = yarnBerryFormat(await lockText(project, 'yarn.lock'))
  const settings = await readYarnSettings(project)
  const declared = declaredIn(packageJson.packageManager)
  const own = declared?.version.startsWith('1.') ? undefined : declared
  const later = new Map([...given].filter(([, version]) => !version.startsWith('1.')))
  const request = {
    name: 'yarn',
    declared: own,
    given: later,
    catalogue,
    others: enginesRequests(packageJson, 'yarn'),
    isFitting: (version: string) => !version.startsWith('1.'),
  } as const
  const chosen = chooseTool(request, () => otherwise(format))
  const release = ownRelease(settings, format)
  // The release in the repository takes over, so ours only has to start.
  const isKnown = catalogue.versions('yarn').includes(release?.version ?? '')
  const tool = isKnown && release ? { name: 'yarn', version: release.version } : chosen.tool
  // The newest release writes another format than earlier ones and would rewrite their lock file.
  const isDeclared = own?.name === 'yarn' || release !== undefined
  const version = release?.version ?? tool.version
  const { step, notes, warnings } = yarnBerryInstall(order, { settings, isDeclared, version })
  const sharing = await yarnBerrySharing(project, settings, version)
  const planned = await installing(project, step, sharing)
  return {
    tools: [tool],
    dependencies: planned.dependencies,
    build: stepsAfter(settings),
    environment: { YARN_ENABLE_TELEMETRY: '0' },
    notes: [release?.note ?? chosen.note, ...notes, ...planned.notes],
    warnings: [
      ...(major(version) === 2 ? [deprecation] : []),
      ...(release ? [] : chosen.warnings),
      ...warnings,
    ],
  }
}

/** Yarn line that writes a lock file format. */
const lineOf = (format: number | undefined) =>
  format === undefined || format > 6 ? 4 : format > 4 ? 3 : 2

/** Version of the Yarn in the repository, from its file name, or at least its line from the lock file format. */
function ownRelease({ ownRelease: path }: YarnSettings, format: number | undefined) {
  if (path === undefined) return undefined
  const named = valid(posix.basename(path).replace(/^yarn-|\.[cm]?js$/g, ''))
  const version = named ?? `${lineOf(format)}.0.0`
  const words = named ? `Yarn ${named}` : `Yarn ${lineOf(format)}, by the format of yarn.lock`
  return { version, note: `${words} (yarnPath ${quote(path)} in .yarnrc.yml)` }
}

/** The newest 4.x, unless Node or the lock file is too old for it. */
function defaultBerry({ node, catalogue }: InstallOrder, format: number | undefined): string {
  const isOld = !satisfies(node, '>=18.12.0') || (format !== undefined && format < 7)
  const line = isOld ? '3.x' : '4.x'
  return maxSatisfying([...catalogue.versions('yarn')], line) ?? '4.10.3'
}
