import { join } from 'node:path'
import { filesOf } from '#toolchains/catalogue/shipped-catalogue.ts'
import type { MavenTool } from '#toolchains/maven/maven-toolchains.ts'

const script = (name: string) => join(import.meta.dirname, `${name}.sh`)

/** Maven; `mvn` is the name that hooks of applications call it by. */
export const mavenTool: MavenTool = {
  title: 'Maven',
  launcher: script('maven'),
  scripts: { mvn: script('maven') },
  files: filesOf('maven'),
}

/** Tomcat and Jetty: one script starts either, by the name that it is called by. */
const container = (name: string, title: string): MavenTool => ({
  title,
  launcher: script('start-war'),
  files: filesOf(name),
})
export const tomcatTool = container('tomcat', 'Tomcat')
export const jettyTool = container('jetty', 'Jetty')

export const antTool: MavenTool = {
  title: 'Apache Ant',
  launcher: script('ant'),
  files: filesOf('ant'),
}
