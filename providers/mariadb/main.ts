import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openMariadb } from './mariadb.ts'

await runBuiltInProvider(openMariadb)
process.exit()
