import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openPostgresql } from './postgresql.ts'

await runBuiltInProvider(openPostgresql)
process.exit()
