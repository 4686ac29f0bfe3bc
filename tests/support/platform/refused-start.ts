import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { withoutBerth } from './berth.ts'
import { type CommandResult, runCommand } from './command.ts'

const main = new URL('../../../server/main.ts', import.meta.url).pathname

/** Runs the server until it exits. */
export const runServer = (
  settings: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> =>
  runCommand([process.execPath, main, ...args], {
    cwd: '/',
    env: { ...withoutBerth(process.env), ...settings },
    timeout: 300_000,
  })

/** Expects a start to exit with code 2; returns the messages. */
export async function refusedStart(settings: Record<string, string>): Promise<string[]> {
  const { code, stderr } = await runServer(settings)
  assert.equal(code, 2, stderr)
  const lines = stderr.trim().split('\n')
  for (const line of lines) assert.match(line, /^berth: .{20,}$/)
  return lines.map((line) => line.slice('berth: '.length))
}
