import { getConsoleAsset } from './assets.ts'
import { consolePages } from './console-page.ts'
import { gotoPages } from './goto.ts'
import { legacyPaths } from './legacy-paths.ts'
import { getLicences } from './licences.ts'

/** The console, its files, and the paths of existing clients that lead to it. */
export const consoleEndpoints = [
  getConsoleAsset,
  getLicences,
  ...gotoPages,
  ...legacyPaths,
  ...consolePages,
]
