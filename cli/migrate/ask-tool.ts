import { runProgram } from '#cli/git/subprocess.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

const timeout = 2 * 60_000

/** Runs a command of another platform's tool that prints JSON, with the login that the person has there. */
export async function askTool(
  { env, folder }: Pick<Terminal, 'env' | 'folder'>,
  program: string,
  ...args: readonly string[]
): Promise<unknown> {
  const line = [program, ...args].join(' ')
  const { code, stdout, stderr } = await runProgram(program, args, { folder, env, timeout })
  if (code !== 0)
    throw new Refusal(
      `\`${line}\` failed: ${stderr.trim() || `exit code ${code}`}`,
      `Run it yourself; if it asks you to, log in with \`${program} login\`.`,
    )
  try {
    return JSON.parse(stdout)
  } catch {
    // Without the output, which may hold secrets.
    throw new Refusal(`\`${line}\` did not print JSON.`, `Update ${program}.`)
  }
}
