import { join } from 'node:path'
import type { MavenTool } from '#toolchains/maven/maven-toolchains.ts'

export const sbtLauncherVersion = '1.10.11'

const launchers: Readonly<Record<string, string>> = {
  [sbtLauncherVersion]: 'e988d533a020e5b60ec22c3b5df4cd3e3df465f4fdc3951c63036e21483978e4',
}

/** The launcher of sbt, which fetches the sbt that a project's `project/build.properties` names. */
export const sbtTool: MavenTool = {
  title: 'the launcher of sbt',
  launcher: join(import.meta.dirname, 'sbt.sh'),
  scripts: { 'start-staged': join(import.meta.dirname, 'start-staged.sh') },
  files(version) {
    const sha256 = launchers[version]
    const path = `org/scala-sbt/sbt-launch/${version}/sbt-launch-${version}.jar`
    return sha256 ? [{ path, sha256, to: 'sbt-launch.jar' }] : undefined
  },
}
