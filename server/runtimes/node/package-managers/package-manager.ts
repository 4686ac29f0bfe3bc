import type {
  BuildStep,
  Dependencies,
  HomeFile,
  Tool,
} from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { dependencyGroups } from '#runtimes/node/package-json.ts'
import { hasInstallScript, type Project } from '#runtimes/node/project.ts'
import {
  byFilesAlone,
  hasOwnRegistry,
  hasRegistryCredentials,
} from '#runtimes/node/registry/registry-access.ts'
import type { SharingVerdict } from '#runtimes/node/sharing/sharing.ts'
import type { GivenTools } from '#runtimes/planner.ts'

export type Command = [string, ...string[]]

export interface InstallOrder {
  project: Project
  /** Whether development dependencies are installed too. */
  development: boolean
  /** Exact version of Node. */
  node: string
  catalogue: Catalogue
  given: GivenTools
}

export interface Installation {
  /** Tools in addition to Node and the npm that comes with it. */
  tools: Tool[]
  /** Absent when there is nothing to install. */
  dependencies?: Dependencies
  /** Steps after the installation. */
  build?: BuildStep[]
  /** Variables for the running application. */
  environment: Record<string, string>
  notes: string[]
  warnings: string[]
}

/** A way to install the dependencies of a JavaScript application and to run its scripts. */
export interface PackageManager {
  /** Values of `CC_NODE_BUILD_TOOL` that select it. */
  readonly values: readonly string[]
  /** Lock files that it reads; it writes the first one. */
  readonly lockFiles: readonly string[]
  /** It runs npm, so that the npm version of package.json counts. */
  readonly usesNpm?: true
  /** Runs `scripts.start` with its pre and post scripts. */
  start(project: Project): Command
  /** Runs `scripts.build` with its pre and post scripts. */
  build(project: Project): Command
  /** Runs one file of the application. */
  run(file: string, project: Project): Command | Promise<Command>
  /** Settings files for its registry. */
  home(project: Project): HomeFile[]
  /** Throws a `Failure` when the source lacks something that this manager needs. */
  install(order: InstallOrder): Promise<Installation>
}

export const nothingToInstall = 'Nothing is installed, because package.json names no dependency.'

export function hasAnythingToInstall(project: Project): boolean {
  const { packageJson } = project
  return (
    hasInstallScript(project) ||
    packageJson.hasWorkspaces ||
    project.lockFolder === 'repository' ||
    dependencyGroups.some((group) => Object.keys(packageJson[group]).length > 0)
  )
}

/** `isIncremental` as in `Dependencies`. */
export interface InstallStep extends BuildStep, Pick<Dependencies, 'isIncremental'> {}

/** Installation of a `node_modules`, shared when only files determine it. */
export async function installing(
  project: Project,
  { isIncremental, ...step }: InstallStep,
  sharing: SharingVerdict,
): Promise<{ dependencies: Dependencies; notes: string[] }> {
  const folder = 'node_modules'
  const reaching = (await hasOwnRegistry(project)) ? byFilesAlone(step) : step
  const loads = loadsModules(project)
  const install = loads ? withoutOptions(reaching) : reaching
  const notes = loads ? ['NODE_OPTIONS is not used while installing: it loads modules.'] : []
  if ('obstacle' in sharing) {
    const { obstacle, runsAlways } = sharing
    const note = runsAlways
      ? `Dependencies are installed again at each deployment, because ${obstacle}.`
      : `Dependencies are this application's own, because ${obstacle}.`
    const dependencies = {
      folder,
      install,
      ...(isIncremental && { isIncremental }),
      ...(runsAlways && { runsAlways }),
    }
    return { dependencies, notes: [...notes, note] }
  }
  const isPrivate = hasRegistryCredentials(project.environment)
  return {
    dependencies: { folder, install, ...sharing, ...(isPrivate && { isPrivate }) },
    notes,
  }
}

/** Agents are loaded by NODE_OPTIONS; they do not exist before the installation. */
const loadsModules = ({ environment }: Project) =>
  /(^|\s)(-r|--require|--import|--loader|--experimental-loader)[=\s]/.test(
    environment.NODE_OPTIONS ?? '',
  )

const withoutOptions = (step: BuildStep): BuildStep => ({
  ...step,
  environment: { ...step.environment, NODE_OPTIONS: '' },
})
