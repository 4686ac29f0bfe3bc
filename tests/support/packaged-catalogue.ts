import type { Catalogue } from '#runtimes/choose-version.ts'
import catalogue from '#toolchains/npm/catalogue/catalogue.json' with { type: 'json' }
import { endOfLife, toolVersions } from '#toolchains/npm/catalogue/catalogue.ts'

/** Tool versions as packaged with the repository, the same on every machine. */
export const packagedCatalogue: Catalogue = {
  versions: (tool) => toolVersions(tool, 'x64'),
  endOfLife,
  today: () => catalogue.date,
}

/** A catalogue with these releases of Node, and the packaged versions of everything else. */
export const catalogueWith = (node: string[]): Catalogue => ({
  ...packagedCatalogue,
  versions: (tool) => (tool === 'node' ? node : packagedCatalogue.versions(tool)),
})
