import type { Tool } from '#platform/deployments/recipe.ts'
import { hasInstallScript } from '#runtimes/node/install-scripts.ts'
import { dependencyGroups } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { npmSharing } from './npm-sharing.ts'
import { npmFor } from './npm-version.ts'
import type { Installation, InstallOrder } from './package-manager.ts'

export const npmStart: [string, ...string[]] = ['npm', 'start']

/** Otherwise every instance would ask the registry for a newer npm. */
export const npmEnvironment = { npm_config_update_notifier: 'false' }

export function npmTools(nodeVersion: string): Tool[] {
  const version = npmFor(nodeVersion)
  if (!version) throw new Error(`no npm is known for Node ${nodeVersion}`)
  return [{ name: 'npm', version }]
}

export async function planNpm(
  verb: 'install' | 'ci',
  { project, development }: InstallOrder,
): Promise<Installation> {
  if (!hasAnythingToInstall(project)) {
    return { notes: ['Nothing is installed, because package.json names no dependency.'] }
  }
  const install = { title: `npm ${verb}`, command: npmCommand(verb, development) }
  const sharing = await npmSharing(project)
  if ('sharedBy' in sharing) {
    return { dependencies: { folder: 'node_modules', install, ...sharing }, notes: [] }
  }
  return {
    dependencies: { folder: 'node_modules', install },
    notes: [`Dependencies are installed anew at each deployment, because ${sharing.obstacle}.`],
  }
}

const npmCommand = (verb: string, development: boolean): [string, ...string[]] => [
  'npm',
  verb,
  development ? '--include=dev' : '--omit=dev',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--no-update-notifier',
  '--loglevel=notice',
]

function hasAnythingToInstall(project: Project): boolean {
  const { packageJson } = project
  return (
    hasInstallScript(project) ||
    packageJson.hasWorkspaces ||
    dependencyGroups.some((group) => Object.keys(packageJson[group]).length > 0)
  )
}
