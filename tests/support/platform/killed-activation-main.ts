import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Activates a release by its own code, and ends at once after its n-th step, as `kill -9` does:
 * `killed-activation-main.ts RELEASE HOME N`.
 */
const [release = '', home = '', count = '0'] = process.argv.slice(2)
const load = (path: string) => import(pathToFileURL(join(release, path)).href)
const { resolveOwnModules } = await load('kit/process/module-resolution.ts')
resolveOwnModules()
const { activate } = await load('server/installation/activate.ts')
const { realSteps } = await load('server/installation/steps.ts')
const { readSettings } = await load('server/settings/settings.ts')

let left = Number(count)
const steps = Object.fromEntries(
  Object.entries<(...args: unknown[]) => unknown>(realSteps).map(([name, step]) => [
    name,
    async (...args: unknown[]) => {
      const result = await step(...args)
      left -= 1
      if (left === 0) {
        console.log(`killed after ${name}`)
        process.kill(process.pid, 'SIGKILL')
      }
      return result
    },
  ]),
)
await activate(
  { settings: readSettings(process.env), home, from: release, say: console.log },
  steps,
)
