import { resolveOwnModules } from '#kit/process/module-resolution.ts'

// The tool of a checkout. In its npm package, whose modules are JavaScript, the launcher starts the program itself.
resolveOwnModules()
await import('./main.ts')
