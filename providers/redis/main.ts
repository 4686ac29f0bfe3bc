import { runBuiltInProvider } from '#providers/kit/built-in-provider.ts'
import { openRedis } from './redis.ts'

await runBuiltInProvider(openRedis)
process.exit()
