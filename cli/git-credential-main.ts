import { gitCredential, stopGit } from '#cli/git/git-credential.ts'
import { readStdin } from '#cli/terminal/read-stdin.ts'

// A separate entry point, because Git runs it on every push and importing all commands takes several times as long.
const [option, profile] = process.argv.slice(2)
try {
  const choice = { profile: option === '--profile' ? profile : undefined }
  const question = await readStdin(process)
  process.stdout.write(await gitCredential({ terminal: process, options: choice }, question))
} catch (error) {
  process.stdout.write(stopGit)
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
