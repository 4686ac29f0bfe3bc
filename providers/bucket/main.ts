import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openBucket } from './bucket.ts'

await runBuiltInProvider(openBucket)
process.exit()
