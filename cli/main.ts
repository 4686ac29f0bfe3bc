import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Halves the start; in a folder of the user's own, since what lies there is executed.
const { XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = process.env
enableCompileCache(join(caches, 'berth'))

const { run } = await import('#cli/run.ts')
const { processTerminal } = await import('#cli/terminal.ts')

// A reader that has seen enough, such as `head`, closes the pipe; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), processTerminal())
