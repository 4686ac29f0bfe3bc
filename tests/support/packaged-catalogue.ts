import type { Catalogue } from '#runtimes/choose-version.ts'
import {
  endOfLife,
  longTermName,
  toolChannels,
  toolVersions,
} from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'

const shipped = shippedCatalogue

/**
 * Tool versions as packaged with the repository, the same on every machine. The default versions are those of the specification, so that the expected
 * recipes of examples stay the same when the shipped catalogue is updated.
 */
export const packagedCatalogue: Catalogue = {
  versions: (tool) => toolVersions(shipped, tool, 'x64'),
  endOfLife: (version) => endOfLife(shipped, 'node', version),
  longTermName: (version) => longTermName(shipped, version),
  channels: (tool) => toolChannels(shipped, tool),
  today: () => shipped.date.slice(0, 10),
  defaults: 'spec',
}

/** A catalogue with these releases of Node, and the packaged versions of everything else. */
export const catalogueWith = (node: string[]): Catalogue => ({
  ...packagedCatalogue,
  versions: (tool) => (tool === 'node' ? node : packagedCatalogue.versions(tool)),
})
