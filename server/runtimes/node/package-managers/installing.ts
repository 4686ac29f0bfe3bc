import type { BuildStep, Dependencies } from '#platform/deployments/recipe.ts'
import { hasInstallScript } from '#runtimes/node/install-scripts.ts'
import { dependencyGroups } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { byFilesAlone, hasOwnRegistry } from '#runtimes/node/registry/own-registry.ts'
import { hasRegistryCredentials } from '#runtimes/node/registry/registry-access.ts'
import type { Sharing } from './sharing.ts'

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
  sharing: Sharing,
): Promise<{ dependencies: Dependencies; notes: string[] }> {
  const folder = 'node_modules'
  const install = (await hasOwnRegistry(project)) ? byFilesAlone(step) : step
  if ('obstacle' in sharing) {
    return {
      dependencies: { folder, install },
      notes: [`Dependencies are installed anew at each deployment, because ${sharing.obstacle}.`],
    }
  }
  const isPrivate = hasRegistryCredentials(project.environment)
  return {
    dependencies: { folder, install, ...sharing, ...(isPrivate && { isPrivate }) },
    notes: [],
  }
}
