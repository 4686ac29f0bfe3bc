import { runOwnProvider } from '#providers/kit/own-provider.ts'
import { openRedis } from './redis.ts'

await runOwnProvider(openRedis)
process.exit()
