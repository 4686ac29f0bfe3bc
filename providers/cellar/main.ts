import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openCellar } from './cellar.ts'

await runBuiltInProvider(openCellar)
process.exit()
