import { resolveOwnModules } from '#kit/process/module-resolution.ts'
import type { Planner } from './commands/recipe/offline.ts'

// The tool of a checkout. In its npm package, whose modules are JavaScript, the launcher starts the program itself.
resolveOwnModules()
const { offline } = await import('./commands/recipe/offline.ts')
offline.planner = async () => {
  const { planOffline } = await import('#wiring/toolchains/plan-offline.ts')
  return planOffline as Planner
}
await import('./main.ts')
