import { join } from 'node:path'
import { filesOf, shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import type { refreshedFromMaven } from '#toolchains/maven/maven-releases.ts'
import type { MavenTool } from '#toolchains/maven/maven-toolchains.ts'

const script = (name: string) => join(import.meta.dirname, `${name}.sh`)

/** The files of versions that ship, and the entry from which those of newer ones follow. */
const filesOfAll = (name: (typeof refreshedFromMaven)[number]) => {
  const entry = shippedCatalogue.tools[name]
  return { files: filesOf(name), ...(entry && { entry }) }
}

/** Maven; `mvn` is the name that hooks of applications call it by. */
export const mavenTool: MavenTool = {
  title: 'Maven',
  launcher: script('maven'),
  scripts: { mvn: script('maven') },
  ...filesOfAll('maven'),
}

/** Tomcat and Jetty: one script starts either, by the name that it is called by. */
const container = (name: 'tomcat' | 'jetty', title: string): MavenTool => ({
  title,
  launcher: script('start-war'),
  ...filesOfAll(name),
})
export const tomcatTool = container('tomcat', 'Tomcat')
export const jettyTool = container('jetty', 'Jetty')

export const antTool: MavenTool = {
  title: 'Apache Ant',
  launcher: script('ant'),
  ...filesOfAll('ant'),
}
