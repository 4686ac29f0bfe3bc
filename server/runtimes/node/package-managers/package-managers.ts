import type { Project } from '#runtimes/node/project.ts'
import { setting } from '#runtimes/setting.ts'
import { bun } from './bun/package-manager.ts'
import { custom } from './custom.ts'
import { detectPackageManager } from './detection.ts'
import { npmCi, npmInstall } from './npm/package-manager.ts'
import type { PackageManager } from './package-manager.ts'
import { pnpm } from './pnpm/package-manager.ts'
import { yarnBerry, yarnTwo } from './yarn-berry/package-manager.ts'
import { yarnClassic } from './yarn-classic/package-manager.ts'

/** In the order in which a sentence lists them. */
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

/** What `CC_NODE_BUILD_TOOL` may hold. */
export const buildTools: readonly string[] = managers.flatMap(({ values }) => values)

export interface ManagerChoice {
  manager: PackageManager
  notes: string[]
  warnings: string[]
}

/** `CC_NODE_BUILD_TOOL`, else what the lock files say, else npm. */
export async function choosePackageManager(project: Project): Promise<ManagerChoice> {
  const wish = setting(project.environment, 'CC_NODE_BUILD_TOOL')
  const { value, notes, warnings } = wish
    ? { value: wish, notes: [], warnings: [] }
    : await detectPackageManager(project)
  const manager = managers.find(({ values }) => values.includes(value)) ?? npmInstall
  return { manager, notes, warnings: [...warnings, ...(wish ? unheard(project, manager) : [])] }
}

const named: readonly string[] = managers.flatMap(({ lockFiles }) => lockFiles)

function unheard({ lockNames }: Project, { lockFiles, values }: PackageManager): string[] {
  if (values.includes('custom')) return []
  return [...new Set(named)]
    .filter((name) => lockNames.has(name) && !lockFiles.includes(name))
    .map((name) => `${name} is not used, because CC_NODE_BUILD_TOOL is ${values[0]}.`)
}
