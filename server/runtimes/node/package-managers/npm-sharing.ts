import { isDeepStrictEqual } from 'node:util'
import { dependencyGroups, type PackageJson, textsOf } from '#runtimes/node/package-json.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'
import { type LockedPackage, npmLockFile, readLockedPackages } from './npm-lock-file.ts'
import { generalObstacle, type Sharing, sharedBy, variableObstacle, wordsOf } from './sharing.ts'

export async function npmSharing(project: Project): Promise<Sharing> {
  const { packageJson } = project
  const lockFile = npmLockFile(project) ?? 'package-lock.json'
  const obstacle = await generalObstacle(project, lockFile)
  if (obstacle) return { obstacle }

  const packages = await readLockedPackages(project, lockFile)
  if (!packages) return { obstacle: `${lockFile} cannot be read or has the format of npm 6` }
  if (!agrees(packages, packageJson)) {
    return { obstacle: `${lockFile} does not agree with package.json` }
  }
  const stray = packages.find(({ path, fields }) => path !== '' && !isFixed(fields))
  if (stray) return { obstacle: `${quote(nameOf(stray))} does not come from a registry` }

  const spokenTo = variableForScripts(project, packages)
  if (spokenTo) return { obstacle: variableObstacle(spokenTo) }
  return sharedBy(project, ['package.json', lockFile, '.npmrc'])
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

/** A variable that is named after a package with an install script. */
function variableForScripts({ environment }: Project, packages: LockedPackage[]) {
  const words = packages
    .filter(({ fields }) => runsHere(fields))
    .flatMap(nameOf)
    .flatMap(wordsOf)
  return Object.keys(environment).find((name) => {
    const plain = name.toLowerCase().replaceAll('_', '')
    return words.some((word) => plain.startsWith(word))
  })
}

const runsHere = ({ hasInstallScript, os }: Record<string, unknown>) =>
  hasInstallScript === true && (!Array.isArray(os) || os.includes('linux'))

const nameOf = ({ path }: LockedPackage) => path.split('node_modules/').at(-1) ?? path
