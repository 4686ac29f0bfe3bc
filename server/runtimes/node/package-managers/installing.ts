import type { BuildStep, Dependencies } from '#platform/deployments/recipe/recipe.ts'
import { hasInstallScript } from '#runtimes/node/install-scripts.ts'
import { dependencyGroups } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { byFilesAlone, hasOwnRegistry } from '#runtimes/node/registry/own-registry.ts'
import { hasRegistryCredentials } from '#runtimes/node/registry/registry-access.ts'
import type { SharingVerdict } from '#runtimes/node/sharing/sharing.ts'

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

/** The installation of a `node_modules`, shared where nothing but files decides it. */
export async function installing(
  project: Project,
  step: BuildStep,
  sharing: SharingVerdict,
): Promise<{ dependencies: Dependencies; notes: string[] }> {
  const folder = 'node_modules'
  const reaching = (await hasOwnRegistry(project)) ? byFilesAlone(step) : step
  const loads = loadsModules(project)
  const install = loads ? withoutOptions(reaching) : reaching
  const notes = loads ? ['NODE_OPTIONS is not used while installing: it loads modules.'] : []
  if ('obstacle' in sharing) {
    const { obstacle, runsAlways } = sharing
    const when = runsAlways ? 'at each deployment' : 'for each commit'
    const note = `Dependencies are installed anew ${when}, because ${obstacle}.`
    const dependencies = { folder, install, ...(runsAlways && { runsAlways }) }
    return { dependencies, notes: [...notes, note] }
  }
  const isPrivate = hasRegistryCredentials(project.environment)
  return {
    dependencies: { folder, install, ...sharing, ...(isPrivate && { isPrivate }) },
    notes,
  }
}

/** Agents are loaded so; they are not there before they are installed. */
const loadsModules = ({ environment }: Project) =>
  /(^|\s)(-r|--require|--import|--loader|--experimental-loader)[=\s]/.test(
    environment.NODE_OPTIONS ?? '',
  )

const withoutOptions = (step: BuildStep): BuildStep => ({
  ...step,
  environment: { ...step.environment, NODE_OPTIONS: '' },
})
