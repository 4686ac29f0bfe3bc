import { processTerminal } from '#cli/terminal/terminal.ts'
import { run } from './run.ts'

// EPIPE is no error: a reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), processTerminal())
