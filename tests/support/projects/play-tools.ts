import { provideTools } from '#tests/support/provide-tools.ts'
import { createMavenAddress } from '#toolchains/maven/maven-address.ts'
import { sbtLauncherVersion } from '#toolchains/sbt/sbt-tool.ts'
import { type ArtifactList, provideArtifacts } from './sbt-artifacts.ts'

/**
 * Options for a JVM that lives for seconds: a second compiler and threads of a collector would take as much time again, and it spends a
 * tenth of its time on verifying classes.
 */
export const quickJvm =
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote'

/** Fetches sbt and the artifacts that its builds use, so that no deployment has to wait for it. */
export const provideSbt = () => provide(['sbt'])

/** Fetches sbt and the artifacts that builds of Play 2 use. */
export const providePlayTools = () => provide(['sbt', 'play'])

async function provide(lists: ArtifactList[]): Promise<void> {
  const tool = await provideTools({ name: 'sbt', version: sbtLauncherVersion })
  await provideArtifacts(await createMavenAddress(undefined, tool)(), lists)
}
