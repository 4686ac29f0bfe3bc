import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openConfiguration } from './configuration.ts'

await runBuiltInProvider(openConfiguration)
process.exit()
