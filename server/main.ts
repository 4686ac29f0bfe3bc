import { existsSync } from 'node:fs'
import { url as debuggerUrl } from 'node:inspector'
import { join } from 'node:path'
import { closeInherited } from '#kit/process/close-inherited.ts'
import { resolveOwnModules } from '#kit/process/module-resolution.ts'
import { freshBundle, root } from './bundle/fresh-bundle.ts'
import { showSourcePositions } from './bundle/source-positions.ts'

// Before anything is started that would inherit them; `bin/berth-server` has closed them already.
closeInherited()
// Everything else is imported afterwards: from the bundle, else from the sources without waiting for Node's own resolution.
// A debugger gets the sources.
const bundle = debuggerUrl() ? undefined : freshBundle()
if (bundle) showSourcePositions(bundle)
else {
  resolveOwnModules()
  // With the build tools it is a checkout that somebody works on.
  if (!existsSync(join(root, 'node_modules/rolldown')))
    console.error(
      'berth: there is no bundle of these sources, so that the start is slower and takes more memory; `npm run prepare` says how to get one',
    )
}
const { main }: typeof import('./server-main.ts') = bundle
  ? await import(bundle)
  : await import('./server-main.ts')
process.exitCode = await main(process.argv.slice(2))
