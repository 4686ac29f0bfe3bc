import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { designTokens } from './design-tokens.ts'
import { englishOnly } from './english-only.ts'

const folder = join(import.meta.dirname, '..')

/** Build of the console into `console/dist`, without network. */
export const consoleBuild: InlineConfig = {
  root: folder,
  configFile: false,
  clearScreen: false,
  logLevel: 'warn',
  plugins: [react(), designTokens(), englishOnly()],
  build: {
    outDir: join(folder, 'dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    // The content security policy permits no inline script, and fonts and pictures only from files.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs changes rarely, and then a browser keeps it in its cache.
            {
              name: 'foundation',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|react-query|query-core))[\\/]/,
            },
          ],
        },
      },
    },
  },
}
