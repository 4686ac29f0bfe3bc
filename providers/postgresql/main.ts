import { runOwnProvider } from '#providers/kit/own-provider.ts'
import { openPostgresql } from './postgresql.ts'

await runOwnProvider(openPostgresql)
process.exit()
