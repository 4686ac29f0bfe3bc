import type { Project } from '#runtimes/node/project.ts'
import { quote } from '#runtimes/variable.ts'

const managersOwn = /^(npm_?config|pnpm_?config|yarn|bun)_/i

/** A variable that package managers read themselves. */
export function managerVariable({ environment }: Project): string | undefined {
  return Object.keys(environment).find((name) => managersOwn.test(name))
}

export const variableObstacle = (name: string) =>
  `the variable ${quote(name)} may change what is installed`

const installWords =
  /_(SKIP|DOWNLOAD|BINARY|INSTALL|MIRROR|CDN|IGNORE|FORCE|LIBC|BUILD|POSTINSTALL)/i

/**
 * For lock files that do not list install scripts: a variable whose name begins with that of a package and looks like
 * an option of its install script, such as `SHARP_IGNORE_GLOBAL_LIBVIPS`.
 */
export function scriptVariable({ environment }: Project, packages: string[]): string | undefined {
  const words = new Set(packages.flatMap(wordsOf))
  return Object.keys(environment).find((variable) => {
    const plain = variable.toLowerCase()
    return installWords.test(variable) && firstWords(plain).some((word) => words.has(word))
  })
}

/** Words of a package name that may begin a variable name. */
export const wordsOf = (packageName: string): string[] => {
  const words = packageName.toLowerCase().split(/[^a-z0-9]+/)
  return [...words, words.join('')].filter((word) => word.length > 3)
}

/** `a`, `ab`, `abc` for `a_b_c`. */
function firstWords(name: string): string[] {
  const words = name.split('_', 4)
  return words.map((_, count) => words.slice(0, count + 1).join(''))
}
