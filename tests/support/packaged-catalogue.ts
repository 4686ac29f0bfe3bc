import type { Catalogue } from '#runtimes/choose-version.ts'
import { catalogueDate, endOfLife, toolVersions } from '#toolchains/npm/catalogue/catalogue.ts'

/** What the repository knows of tools, as of the day on which it was asked; the same on every machine. */
export const packagedCatalogue: Catalogue = {
  versions: (tool) => toolVersions(tool, 'x64'),
  endOfLife,
  today: () => catalogueDate,
}

/** A small world: these releases of Node, and what the catalogue has of everything else. */
export const catalogueWith = (node: string[]): Catalogue => ({
  ...packagedCatalogue,
  versions: (tool) => (tool === 'node' ? node : packagedCatalogue.versions(tool)),
})
