import { allLockFiles, type Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { declaredIn } from './declared-version.ts'
import { lockText } from './lock-text.ts'
import { yarnBerryFormat } from './yarn-berry/lock.ts'

export interface Detection {
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

/** The first lock file of the order decides; the log says so, and names the others. */
export async function detectPackageManager(project: Project): Promise<Detection> {
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

/** Yarn 1 unless package.json names a later one, or only a later one can have written the lock file. */
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
