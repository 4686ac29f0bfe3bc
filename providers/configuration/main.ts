import { runOwnProvider } from '#providers/kit/own-provider.ts'
import { openConfiguration } from './configuration.ts'

await runOwnProvider(openConfiguration)
process.exit()
