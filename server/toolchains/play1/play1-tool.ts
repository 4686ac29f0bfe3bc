import { join } from 'node:path'
import { filesOf } from '#toolchains/catalogue/shipped-catalogue.ts'
import type { MavenTool } from '#toolchains/maven/maven-toolchains.ts'

/**
 * The Play 1 framework as Maven Central has it: resources and templates in a zip, jars one by one, modules apart. Jars have the
 * names that the framework's own `dependencies.yml` gives them, by which its dependency manager finds them.
 */
export const play1Tool: MavenTool = {
  title: 'Play',
  launcher: join(import.meta.dirname, 'play1.sh'),
  files: filesOf('play1'),
}
