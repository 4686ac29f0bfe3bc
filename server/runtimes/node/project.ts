import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readDenoProject } from './deno/deno-json.ts'
import { noPackageJson } from './no-package-json.ts'
import { type PackageJson, parsePackageJson } from './package-json.ts'

/** A pushed JavaScript application, opened for reading. */
export interface Project extends Place {
  environment: Environment
  packageJson: PackageJson
  /** It has settings of Deno and no package.json; its tasks are the scripts. */
  isDeno: boolean
  /** Names directly in the application's folder; folders end with `/`. */
  names: ReadonlySet<string>
  /** Where its lock file is: for a workspace member, the main folder. */
  lockFolder: 'own' | 'repository'
  lockSource: Source
  lockNames: ReadonlySet<string>
  /** Whether it is inside the folder of another package, which may affect the installation. */
  isBelowPackage: boolean
}

export const allLockFiles = [
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'package-lock.json',
  'npm-shrinkwrap.json',
]

const workspaceFiles = ['package.json', 'pnpm-workspace.yaml', '.yarnrc.yml', '.yarnrc']

export async function openProject(place: Place, environment: Environment): Promise<Project> {
  const { source, repository } = place
  const text = await source.read('package.json')
  const names = await source.list('')
  const denoProject = text === undefined ? await readDenoProject(source, names) : undefined
  if (text === undefined && !denoProject) throw await noPackageJson(source, names)
  const own = new Set(names)
  const main = new Set((await repository?.list('')) ?? [])
  const hasLock = (all: ReadonlySet<string>) => allLockFiles.some((name) => all.has(name))
  const isMember =
    !denoProject && repository && !hasLock(own) && main.has('package.json') && hasLock(main)
  const packageJson = denoProject ?? parsePackageJson(text ?? '')
  return {
    ...place,
    environment,
    packageJson: isMember ? await asMember(packageJson, repository) : packageJson,
    names: own,
    isDeno: denoProject !== undefined,
    ...(isMember
      ? { lockFolder: 'repository', lockSource: repository, lockNames: main }
      : { lockFolder: 'own', lockSource: source, lockNames: own }),
    isBelowPackage: workspaceFiles.some((name) => place.above?.has(name)),
  }
}

/** Workspaces declare their package manager once, in the main folder. */
async function asMember(packageJson: PackageJson, repository: Source): Promise<PackageJson> {
  const main = parsePackageJson((await repository.read('package.json')) ?? '{}')
  const { packageManager } = main
  const engines = { ...main.engines, ...packageJson.engines }
  return { ...(packageManager && { packageManager }), ...packageJson, engines }
}

const scriptNames = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
]

/** Whether an installation runs code of the application itself. */
export function hasInstallScript({ packageJson, names }: Project): boolean {
  // npm compiles a binding.gyp as if there were an install script.
  return scriptNames.some((name) => packageJson.scripts[name]) || names.has('binding.gyp')
}
