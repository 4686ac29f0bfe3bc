import { runOwnProvider } from '#providers/kit/own-provider.ts'
import { openMariadb } from './mariadb.ts'

await runOwnProvider(openMariadb)
process.exit()
