import { resolveOwnModules } from '#kit/process/module-resolution.ts'
import { freshBundle } from './bundle/fresh-bundle.ts'
import { showSourcePositions } from './bundle/source-positions.ts'

// Everything else is imported afterwards: from the bundle, else from the sources without waiting for Node's own resolution.
// Coverage is that of the sources.
const bundle = process.env.NODE_V8_COVERAGE ? undefined : freshBundle()
if (bundle) showSourcePositions(bundle)
else resolveOwnModules()
const { main }: typeof import('./server-main.ts') = bundle
  ? await import(bundle)
  : await import('./server-main.ts')
process.exitCode = await main(process.argv.slice(2))
