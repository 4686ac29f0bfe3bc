import { deno } from '#runtimes/node/deno/deno.ts'
import { allLockFiles, type Project } from '#runtimes/node/project.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { bun } from './bun/package-manager.ts'
import { custom } from './custom.ts'
import { declaredIn } from './declared-version.ts'
import { lockText } from './lock-text.ts'
import { npmCi, npmInstall } from './npm/package-manager.ts'
import type { PackageManager } from './package-manager.ts'
import { pnpm } from './pnpm/package-manager.ts'
import { yarnBerryFormat } from './yarn-berry/lock.ts'
import { yarnBerry, yarnTwo } from './yarn-berry/package-manager.ts'
import { yarnClassic } from './yarn-classic/package-manager.ts'

/** In the order of messages. */
const managers: readonly PackageManager[] = [
  npmInstall,
  npmCi,
  pnpm,
  yarnBerry,
  bun,
  custom,
  yarnClassic,
  yarnTwo,
]

/** Allowed values of `CC_NODE_BUILD_TOOL`. */
export const buildTools: readonly string[] = managers.flatMap(({ values }) => values)

export interface ManagerChoice {
  manager: PackageManager
  notes: string[]
  warnings: string[]
}

/** Deno for its own projects; else `CC_NODE_BUILD_TOOL`, else the lock files, else npm. */
export async function choosePackageManager(project: Project): Promise<ManagerChoice> {
  if (project.isDeno) {
    const note = 'There are settings of Deno and no package.json, so Deno is used.'
    return { manager: deno, notes: [note], warnings: [] }
  }
  const given = setting(project.environment, 'CC_NODE_BUILD_TOOL')
  const { value, notes, warnings } = given
    ? { value: given, notes: [], warnings: [] }
    : await detectPackageManager(project)
  const manager = managers.find(({ values }) => values.includes(value)) ?? npmInstall
  return { manager, notes, warnings: [...warnings, ...(given ? unheard(project, manager) : [])] }
}

const named: readonly string[] = managers.flatMap(({ lockFiles }) => lockFiles)

function unheard({ lockNames }: Project, { lockFiles, values }: PackageManager): string[] {
  if (values.includes('custom')) return []
  return [...new Set(named)]
    .filter((name) => lockNames.has(name) && !lockFiles.includes(name))
    .map((name) => `${name} is not used, because CC_NODE_BUILD_TOOL is ${values[0]}.`)
}

interface Detection {
  /** A value of `CC_NODE_BUILD_TOOL`. */
  value: string
  notes: string[]
  warnings: string[]
}

const valueByLockFile: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** The first lock file in the order decides; the log names it and the ignored others. */
async function detectPackageManager(project: Project): Promise<Detection> {
  const found = allLockFiles.filter((name) => project.lockNames.has(name))
  const [lockFile, ...others] = found
  if (lockFile === undefined) {
    return { value: 'npm', notes: [], warnings: declaredWithoutLock(project) }
  }
  const value =
    lockFile === 'yarn.lock' ? await whichYarn(project) : (valueByLockFile[lockFile] ?? 'npm')
  const rivals = others.filter((name) => managerOf(name) !== managerOf(lockFile))
  return {
    value,
    notes: value === 'npm' ? [] : [`Dependencies are those of ${lockFile}, so ${value} is used.`],
    warnings:
      rivals.length === 0
        ? []
        : [
            `There are several lock files, and ${lockFile} decides: remove ${rivals.join(' and ')}, or set CC_NODE_BUILD_TOOL.`,
          ],
  }
}

const managerOf = (lockFile: string) =>
  lockFile === 'yarn.lock' ? 'yarn' : (valueByLockFile[lockFile] ?? 'npm')

/** Yarn 1 unless package.json names a later one, or the format of the lock file is a later one. */
async function whichYarn(project: Project): Promise<string> {
  const declared = declaredIn(project.packageJson.packageManager)
  if (declared?.name === 'yarn' && /^\d/.test(declared.version)) {
    const line = Number.parseInt(declared.version, 10)
    if (line >= 3) return 'yarn-berry'
    return line === 2 ? 'yarn2' : 'yarn'
  }
  const format = yarnBerryFormat(await lockText(project, 'yarn.lock'))
  return format === undefined ? 'yarn' : 'yarn-berry'
}

function declaredWithoutLock({ packageJson }: Project): string[] {
  const declared = declaredIn(packageJson.packageManager)
  if (!declared || declared.name === 'npm') return []
  return [
    `packageManager is ${quote(declared.name)}, but there is no lock file of it, so npm is used: commit the lock file, or set CC_NODE_BUILD_TOOL.`,
  ]
}
