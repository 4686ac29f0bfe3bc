import { access, readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { versionOfRelease } from './java-versions.ts'

const usualFolder = '/usr/lib/jvm'

/** The folder of a JDK of this line that is installed on the machine, compiler included. */
export async function findInstalledJdk(
  line: string,
  folder = usualFolder,
): Promise<string | undefined> {
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const path = join(folder, name)
    const isWanted = name.startsWith(`java-${line}-openjdk`) || (await lineOf(path)) === line
    if (isWanted && (await hasCompiler(path))) return realpath(path)
  }
  return undefined
}

const releaseOf = (folder: string) => readFile(join(folder, 'release'), 'utf8').catch(() => '')

/** The version that a JDK says it is, such as `17.0.21+9`; Debian's OpenJDK 8 does not say. */
export const versionOfJdk = async (folder: string): Promise<string | undefined> =>
  versionOfRelease(await releaseOf(folder))

/** `17` of `JAVA_VERSION="17.0.15"`, `8` of `JAVA_VERSION="1.8.0_504"`. */
async function lineOf(folder: string): Promise<string | undefined> {
  const [, version = ''] = /^JAVA_VERSION="([^"]*)"$/m.exec(await releaseOf(folder)) ?? []
  const [first, second] = version.split(/[._]/)
  return first === '1' ? second : first
}

export const hasCompiler = (folder: string): Promise<boolean> =>
  access(join(folder, 'bin', 'javac')).then(
    () => true,
    () => false,
  )
