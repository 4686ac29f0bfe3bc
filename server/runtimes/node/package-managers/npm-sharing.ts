import { isDeepStrictEqual } from 'node:util'
import { hasInstallScript } from '#runtimes/node/install-scripts.ts'
import { dependencyGroups, type PackageJson, textsOf } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { type LockedPackage, npmLockFile, readLockedPackages } from './npm-lock-file.ts'

/** Either the files that alone decide the dependency tree, or why more than files decides it. */
export type Sharing = { sharedBy: string[] } | { obstacle: string }

export async function npmSharing(project: Project): Promise<Sharing> {
  const { packageJson, names, source } = project
  const lockFile = npmLockFile(project)
  if (!lockFile) return { obstacle: 'there is no package-lock.json' }
  if (names.has('node_modules/')) return { obstacle: 'node_modules is part of the repository' }
  if (hasInstallScript(project)) return { obstacle: 'package.json has install scripts of its own' }
  if (packageJson.hasWorkspaces) return { obstacle: 'package.json has workspaces' }

  const packages = await readLockedPackages(project, lockFile)
  if (!packages) return { obstacle: `${lockFile} cannot be read or has the format of npm 6` }
  if (!agrees(packages, packageJson)) {
    return { obstacle: `${lockFile} does not agree with package.json` }
  }
  const stray = packages.find(({ path, fields }) => path !== '' && !isFixed(fields))
  if (stray) return { obstacle: `${quote(nameOf(stray))} does not come from a registry` }

  if ((await source.read('.npmrc'))?.includes('${')) return { obstacle: '.npmrc names variables' }
  const spokenTo = variableForInstalling(project, packages)
  if (spokenTo) return { obstacle: `the variable ${quote(spokenTo)} may change what is installed` }

  return { sharedBy: ['package.json', lockFile, '.npmrc'].filter((name) => names.has(name)) }
}

function agrees(packages: LockedPackage[], packageJson: PackageJson): boolean {
  const root = packages.find(({ path }) => path === '')?.fields ?? {}
  return dependencyGroups.every((group) =>
    isDeepStrictEqual(textsOf(root[group]), packageJson[group]),
  )
}

/** Whether the content is pinned by a hash and does not lie in the repository. */
function isFixed({ integrity, resolved, inBundle, link }: Record<string, unknown>): boolean {
  if (link || (typeof resolved === 'string' && /^(file|git)/.test(resolved))) return false
  return inBundle === true || typeof integrity === 'string'
}

/** npm's own variables, and those named after a package that has an install script. */
function variableForInstalling(
  { environment }: Project,
  packages: LockedPackage[],
): string | undefined {
  const words = packages.filter(({ fields }) => runsHere(fields)).flatMap(wordsOf)
  return Object.keys(environment).find((name) => {
    const plain = name.toLowerCase().replaceAll('_', '')
    return plain.startsWith('npmconfig') || words.some((word) => plain.startsWith(word))
  })
}

const runsHere = ({ hasInstallScript, os }: Record<string, unknown>) =>
  hasInstallScript === true && (!Array.isArray(os) || os.includes('linux'))

const nameOf = ({ path }: LockedPackage) => path.split('node_modules/').at(-1) ?? path

const wordsOf = (locked: LockedPackage) =>
  nameOf(locked)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 3)
