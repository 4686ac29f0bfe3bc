import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

const script = join(import.meta.dirname, 'forget-flows.pl')
const timeout = 10_000

/** The command that removes what the kernel tracks for these addresses and prints how many entries that were. */
export const forgetFlowsCommand = (addresses: readonly string[]): [string, ...string[]] => [
  'perl',
  script,
  ...addresses,
]

/**
 * Removes what the kernel tracks for these addresses, so that the next holder of one starts from zero and nothing dead fills
 * the table of all. Where the kernel cannot, entries end when they time out, and count for their owner until then.
 */
export async function forgetFlows(addresses: readonly string[]): Promise<number> {
  if (addresses.length === 0) return 0
  const count = await runOrThrow(forgetFlowsCommand(addresses), { timeout })
  return Number(count)
}
