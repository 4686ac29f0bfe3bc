import { join } from 'node:path'
import { monotonicClock } from '#kit/concurrency/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { type ToolCatalogue, toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { type CatalogueSources, jdkQuestion } from '#toolchains/catalogue/make-catalogue.ts'
import { type ChooseJdk, createExactJdks } from '#toolchains/java/exact-jdk.ts'
import { installedOfLine } from '#toolchains/java/install-jdk.ts'
import { isJavaLine, javaLine, newestOfLine } from '#toolchains/java/java-versions.ts'
import { isOwn, ownJdk } from '#toolchains/java/jdk-source.ts'
import { readNewestJdks } from '#toolchains/java/newest-jdks.ts'
import type { DataFolder } from '#wiring/disk/data-folder.ts'
import { toolchainFolder } from '#wiring/engine.ts'

export interface JdkOptions {
  settings: Settings
  path: DataFolder['path']
  catalogue: () => ToolCatalogue
}

/** JDKs as deployments of this server choose them, and as refreshes of its catalogue ask for them. */
export interface Jdks {
  /** The newest of a line in the catalogue. */
  newest(line: string): string | undefined
  /** The version that a deployment gets of a line, fetched if need be. */
  choose: ChooseJdk
  /** The same, without fetching: what it will be as far as the catalogue knows. */
  expect(version: string): Promise<string>
  /** Asks Debian's archives. */
  ask(signal: AbortSignal): NonNullable<CatalogueSources['jdks']>
}

export function openJdks({ settings, path, catalogue }: JdkOptions): Jdks {
  const folder = toolchainFolder(settings, path)
  const { jdks } = settings
  const newest = (line: string) =>
    newestOfLine(toolVersions(catalogue(), 'java', process.arch), line)
  const exact = createExactJdks({
    folder,
    jdks,
    extraCaCerts: settings.machine.extraCaCerts,
    newest,
    monotonic: monotonicClock,
  })
  const expect = async (version: string) => {
    if (!isJavaLine(version)) return version
    const line = javaLine(version)
    const own = jdks[line]
    // Without a JDK in that folder the deployment will fail.
    if (own)
      return ownJdk(own, line).then(
        (jdk) => jdk.version,
        () => version,
      )
    const installed = (await installedOfLine(folder, line)).filter((each) => !isOwn(each))
    return newestOfLine([...installed, newest(line) ?? line], line) ?? version
  }
  return {
    newest,
    expect,
    async choose(version, onFetch) {
      if (!isJavaLine(version)) return { version }
      // The memory engine runs no programs.
      return settings.engine === 'memory'
        ? { version: await expect(version) }
        : exact(version, onFetch)
    },
    ask: (signal) => (java) =>
      readNewestJdks({ ...jdkQuestion(java), folder: join(path('toolchains'), '.apt'), signal }),
  }
}
