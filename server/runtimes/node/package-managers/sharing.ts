import { hasInstallScript } from '#runtimes/node/install-scripts.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/quote.ts'

/** Either the files that alone decide the dependency tree, or why more than files decides it. */
export type Sharing = { sharedBy: string[] } | { obstacle: string }

/** What keeps a tree from being shared whatever installs it; `lockFile` is the one that is followed. */
export async function generalObstacle(
  project: Project,
  lockFile: string,
): Promise<string | undefined> {
  const { packageJson, names, source, environment } = project
  if (project.lockFolder === 'repository') return 'the lock file lies outside of APP_FOLDER'
  if (project.isBelowPackage) return 'APP_FOLDER lies in the folder of another package.json'
  if (!names.has(lockFile)) return `there is no ${lockFile}`
  if (names.has('node_modules/')) return 'node_modules is part of the repository'
  if (hasInstallScript(project)) return 'package.json has install scripts of its own'
  if (packageJson.hasWorkspaces) return 'package.json has workspaces'
  if ((await source.read('.npmrc'))?.includes('${')) return '.npmrc names variables'
  const spokenTo = Object.keys(environment).find((name) => managersOwn.test(name))
  return spokenTo && variableObstacle(spokenTo)
}

const managersOwn = /^(npm_?config|pnpm_?config|yarn|bun)_/i

export const variableObstacle = (name: string) =>
  `the variable ${quote(name)} may change what is installed`

const installWords =
  /_(SKIP|DOWNLOAD|BINARY|INSTALL|MIRROR|CDN|IGNORE|FORCE|LIBC|BUILD|POSTINSTALL)/i

/**
 * For lock files that do not say which packages have install scripts: a variable that begins with the name of a
 * package and speaks as such scripts are spoken to, such as `SHARP_IGNORE_GLOBAL_LIBVIPS`.
 */
export function scriptObstacle({ environment }: Project, packages: string[]): string | undefined {
  const words = new Set(packages.flatMap(wordsOf))
  const name = Object.keys(environment).find((variable) => {
    const plain = variable.toLowerCase()
    return installWords.test(variable) && firstWords(plain).some((word) => words.has(word))
  })
  return name && variableObstacle(name)
}

/** The words of a package's name that may begin a variable. */
export const wordsOf = (packageName: string): string[] => {
  const words = packageName.toLowerCase().split(/[^a-z0-9]+/)
  return [...words, words.join('')].filter((word) => word.length > 3)
}

/** `a`, `ab`, `abc` of `a_b_c`. */
function firstWords(name: string): string[] {
  const words = name.split('_', 4)
  return words.map((_, count) => words.slice(0, count + 1).join(''))
}

/** Those of the files that are there. */
export const sharedBy = ({ names }: Project, files: string[]): Sharing => ({
  sharedBy: files.filter((file) => names.has(file)),
})
