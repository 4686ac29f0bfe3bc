/** The line of a version of Java: `17` of `17.0.21+9`, `8` of `8u504`; of a line itself that line. */
export const javaLine = (version: string): string => /^\d{1,3}/.exec(version)?.[0] ?? ''

/** Whether it names no more than a line: recipes name one until the deployment chooses a version of it. */
export const isJavaLine = (version: string): boolean => /^\d{1,3}$/.test(version)

/**
 * The version of Java in that of a Debian package: `17.0.21+9` of `17.0.21+9-1~deb12u1`, `8u504` of `8u504-ga-1`. Early-access builds,
 * such as `11.0.33~8ea-1`, have none.
 */
export function versionOfPackage(version: string): string | undefined {
  const [found] =
    /^(?:8u\d{1,4}(?=-(?:ga|b\d))|\d{1,3}(?:\.\d{1,4}){0,5}\+\d{1,4}(?=-))/.exec(version) ?? []
  return found
}

/** The version in the file `release` of a JDK; Debian's OpenJDK 8 has no such file. */
export function versionOfRelease(text: string): string | undefined {
  const [, version = ''] = /^JAVA_RUNTIME_VERSION="([^"]*)"$/m.exec(text) ?? []
  const [, old] = /^JAVA_VERSION="1\.8\.0_(\d{1,4})"$/m.exec(text) ?? []
  return old ? `8u${old}` : /^\d{1,3}(?:\.\d{1,4}){0,5}\+\d{1,4}/.exec(version)?.[0]
}

/** Whether it is the exact version of a release. */
export const isJavaVersion = (version: string): boolean =>
  /^(?:8u\d{1,4}|\d{1,3}(?:\.\d{1,4}){0,5}\+\d{1,4})$/.test(version)

/** Below zero when the first is older; a line alone is older than every version of it. */
export function compareJava(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  for (const at of left.keys()) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Six numbers of the version, then that of the build. */
function numbersOf(version: string): number[] {
  const [release = '', build = '0'] = version.split('+')
  const numbers = release.split(/[.u]/).map((number) => Number.parseInt(number, 10))
  return [...[0, 1, 2, 3, 4, 5].map((at) => numbers[at] ?? 0), Number.parseInt(build, 10)]
}

/** The newest of a line; a line alone counts only when it is all there is. */
export const newestOfLine = (versions: readonly string[], line: string): string | undefined =>
  versions
    .filter((version) => javaLine(version) === line)
    .sort(compareJava)
    .at(-1)
