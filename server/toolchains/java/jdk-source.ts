import type { DebianMirrors } from '#toolchains/debian/debian-mirrors.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { copyJdk } from './arrange-jdk.ts'
import { findInstalledJdk, hasCompiler, versionOfJdk } from './installed-jdk.ts'
import { isJavaLine, javaLine } from './java-versions.ts'
import { openJdkPackages } from './jdk-packages.ts'

export interface JdkSources {
  /** Folders of JDKs that the operator has installed, by line. */
  jdks?: Readonly<Record<string, string>>
  /** Replaces the mirrors of Debian of this machine. */
  mirrors?: DebianMirrors
  /** Folder with the JDKs of this machine, unless it is the usual one. */
  machineJdks?: string
}

/** A JDK that can be had, and how. */
export interface JdkSource {
  version: string
  fill: (tree: string) => Promise<void>
}

/** Ends the version of a JDK of the operator, which may be another vendor's. */
const own = '-own'
export const isOwn = (version: string): boolean => version.endsWith(own)

/** The operator's JDK of a line, in this folder. */
export async function ownJdk(folder: string, line: string): Promise<JdkSource> {
  if (!(await hasCompiler(folder))) {
    throw new NotOfferedError('the folder that BERTH_JDKS names for it has no bin/javac')
  }
  return sourceIn(folder, `${(await versionOfJdk(folder)) ?? line}${own}`)
}

/** One that is installed on the machine; the line is its version where it does not say more. */
export async function machineJdk(
  { machineJdks }: JdkSources,
  line: string,
): Promise<JdkSource | undefined> {
  const folder = await findInstalledJdk(line, machineJdks)
  return folder ? sourceIn(folder, (await versionOfJdk(folder)) ?? line) : undefined
}

const sourceIn = (folder: string, version: string): JdkSource => ({
  version,
  fill: (tree) => copyJdk(folder, tree),
})

/** The version itself, of the machine or of Debian's packages, else the newest that Debian has of its line. For a line alone any will do. */
export async function findJdk(
  sources: JdkSources,
  wanted: string,
  { temporary, signal }: { temporary: string; signal: AbortSignal },
): Promise<JdkSource> {
  const line = javaLine(wanted)
  const theirs = await machineJdk(sources, line)
  if (theirs && (theirs.version === wanted || isJavaLine(wanted))) return theirs
  const packages = await openJdkPackages(line, { temporary, mirrors: sources.mirrors, signal })
  const { offered } = packages
  const jdk = offered.findLast(({ version }) => version === wanted) ?? offered.at(-1)
  if (!jdk) throw new NotOfferedError('no such line of Java is offered')
  return { version: jdk.version, fill: (tree) => packages.unpack(jdk, tree) }
}
