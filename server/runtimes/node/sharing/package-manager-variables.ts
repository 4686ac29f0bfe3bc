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
 * For lock files that do not say which packages have install scripts: a variable that begins with the name of a
 * package and speaks as such scripts are spoken to, such as `SHARP_IGNORE_GLOBAL_LIBVIPS`.
 */
export function scriptVariable({ environment }: Project, packages: string[]): string | undefined {
  const words = new Set(packages.flatMap(wordsOf))
  return Object.keys(environment).find((variable) => {
    const plain = variable.toLowerCase()
    return installWords.test(variable) && firstWords(plain).some((word) => words.has(word))
  })
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
