import { DeclinedError } from './declined.ts'
import type { ProviderServer } from './definition.ts'
import { runProgram } from './process/run-program.ts'

/** Declines an order whose option `version` is not available. `15` means any `15.x`. */
export async function requireVersion(
  { versions }: Pick<ProviderServer, 'versions'>,
  wanted: string | undefined,
): Promise<void> {
  if (!versions || !wanted) return
  const known = await versions()
  if (known.some((version) => version === wanted || version.startsWith(`${wanted}.`))) return
  const offered =
    known.length === 0 ? 'there are none to choose from' : `there is ${known.join(', ')}`
  throw new DeclinedError(`There is no version '${wanted.slice(0, 40)}': ${offered}.`)
}

/** Version printed by a program, such as `15.6`. */
export async function programVersion(program: string): Promise<string> {
  const printed = await runProgram([program, '--version'])
  const [version] = /\d+(\.\d+)+/.exec(printed) ?? []
  if (!version) throw new Error(`${program} does not say which version it is`)
  return version
}
