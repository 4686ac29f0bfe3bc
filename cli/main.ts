import { processTerminal } from '#cli/terminal/terminal.ts'
import { run } from './run.ts'

// A reader that has seen enough, such as `head`, closes the pipe; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), processTerminal())
