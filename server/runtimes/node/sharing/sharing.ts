import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { findGap, type LockResult } from '#runtimes/node/lock-files/lock-graph.ts'
import { type Manifest, readManifest } from '#runtimes/node/lock-files/manifest.ts'
import { type NpmrcSettings, readNpmrc } from '#runtimes/node/package-managers/npm/settings.ts'
import { hasInstallScript, type Project } from '#runtimes/node/project.ts'
import { managerVariable, scriptVariable, variableObstacle } from './package-manager-variables.ts'

/**
 * Either the files that alone determine the dependency tree, with its expected packages where known, or why it depends
 * on more than files.
 */
export type SharingVerdict = { sharedBy: string[]; expected?: string[] } | SharingObstacle

export interface SharingObstacle {
  obstacle: string
  /** Not even the same application may reuse the installation. */
  runsAlways?: boolean
}

export interface SharingContext {
  manifest: Manifest
  npmrc: NpmrcSettings
}

/** Obstacles to sharing that do not depend on the package manager; `lockFile` is the one in use. */
export async function openSharing(
  project: Project,
  lockFile: string,
): Promise<SharingContext | { obstacle: string }> {
  const obstacle = placeObstacle(project, lockFile) ?? (await checkoutObstacle(project))
  if (obstacle) return { obstacle }
  const npmrc = readNpmrc(await project.source.read('.npmrc'))
  if (npmrc.obstacle) return { obstacle: npmrc.obstacle }
  const spokenTo = managerVariable(project)
  if (spokenTo) return { obstacle: variableObstacle(spokenTo) }
  const manifest = readManifest((await project.source.read('package.json')) ?? '')
  return manifest ? { manifest, npmrc } : { obstacle: 'package.json can be read in several ways' }
}

function placeObstacle(project: Project, lockFile: string): string | undefined {
  const { packageJson, names } = project
  if (project.lockFolder === 'repository') return 'the lock file lies outside of APP_FOLDER'
  if (project.isBelowPackage) return 'APP_FOLDER lies in the folder of another package.json'
  if (!names.has(lockFile)) return `there is no ${lockFile}`
  if (names.has('node_modules/')) return 'node_modules is part of the repository'
  if (hasInstallScript(project)) return 'package.json has install scripts'
  return packageJson.hasWorkspaces ? 'package.json has workspaces' : undefined
}

/** The proof: every dependency, of the root and of each package, resolves to an entry pinned by a hash. */
export function provenBy(project: Project, reading: LockResult, files: string[]): SharingVerdict {
  if ('obstacle' in reading) return { obstacle: reading.obstacle }
  const gap = findGap(reading.graph)
  if (gap) return { obstacle: gap }
  return { sharedBy: files.filter((file) => project.names.has(file)) }
}

/** The proof for lock files that do not list install scripts. */
export function provenWithVariables(
  project: Project,
  reading: LockResult,
  files: string[],
): SharingVerdict {
  const proven = provenBy(project, reading, files)
  if ('obstacle' in proven || 'obstacle' in reading) return proven
  const name = scriptVariable(
    project,
    reading.graph.packages.map((each) => each.name),
  )
  return name ? { obstacle: variableObstacle(name) } : proven
}

export const overrideObstacle = (field: string) => ({
  obstacle: `${field} of package.json replaces more than whole packages`,
})

/** Git attributes that change the bytes of a checkout, apart from line endings. */
const contentChangingAttribute = /^[-!]?(ident|working-tree-encoding)(=|$)/

/** Why installed files may differ from those that were read: the runtime reads the commit, the engine the checkout. */
async function checkoutObstacle(project: Project): Promise<string | undefined> {
  const { source, repository, folder = '' } = project
  const parents = folder.split('/').map((_, count, parts) => parts.slice(0, count).join('/'))
  const places: [Source, string][] = repository
    ? parents.map((parent): [Source, string] => [repository, parent ? `${parent}/` : ''])
    : []
  for (const [where, prefix] of [...places, [source, ''] as const]) {
    const text = (await where.read(`${prefix}.gitattributes`)) ?? ''
    if (text.split(/\s+/).some((word) => contentChangingAttribute.test(word))) {
      return '.gitattributes changes files when they are checked out'
    }
  }
  return undefined
}
