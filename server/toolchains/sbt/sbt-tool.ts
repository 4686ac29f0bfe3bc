import { join } from 'node:path'
import { filesOf } from '#toolchains/catalogue/shipped-catalogue.ts'
import type { MavenTool } from '#toolchains/maven/maven-toolchains.ts'

export const sbtLauncherVersion = '1.10.11'

/** The launcher of sbt, which fetches the sbt that a project's `project/build.properties` names. */
export const sbtTool: MavenTool = {
  title: 'the launcher of sbt',
  launcher: join(import.meta.dirname, 'sbt.sh'),
  scripts: { 'start-staged': join(import.meta.dirname, 'start-staged.sh') },
  files: filesOf('sbt'),
}
