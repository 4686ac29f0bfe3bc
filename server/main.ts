import { resolveOwnModules } from '#kit/process/module-resolution.ts'

// Everything else is imported afterwards, so that the start does not wait for Node's own resolution.
resolveOwnModules()
const { main } = await import('./server-main.ts')
process.exitCode = await main(process.argv.slice(2))
