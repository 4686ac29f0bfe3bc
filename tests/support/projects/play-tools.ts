import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'
import { sbtLauncherVersion } from '#toolchains/sbt/sbt-tool.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { providePlayArtifacts } from './play-artifacts.ts'

/** Options for a JVM that lives for seconds: a second compiler and threads of a collector would take as much time again. */
export const quickJvm = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

/** Fetches the tools of Play 2 and the artifacts that its builds use, so that no deployment has to wait for it. */
export async function providePlayTools(): Promise<void> {
  const registry = () => Promise.reject(new Error('no npm here'))
  const tool = createToolchains({ folder: toolchainCache, registry })
  const wanted = [
    { name: 'java', version: '17' },
    { name: 'sbt', version: sbtLauncherVersion },
  ]
  await Promise.all(wanted.map(tool))
  await providePlayArtifacts(await createMavenAddress(undefined, tool)())
}
