import { DeclinedError } from '#providers/kit/declined.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { readHead, runDump } from '#providers/kit/transfers/run-dump.ts'
import type { TransferWork } from '#providers/kit/transfers/transfers.ts'
import { type ClientContext, commandFor } from './clients.ts'

/** Imports commands, as text or as in an append-only file; exports the RDB file that the server makes. */
export const redisDumps = (
  { programs }: Pick<ClientContext, 'programs'>,
  save: (resource: Resource, path: string) => Promise<void>,
): Pick<TransferWork, 'formats' | 'importDump' | 'exportDump'> => ({
  formats: { rdb: '.rdb' },
  async importDump(resource, request) {
    const { isCompressed, bytes } = await readHead(request.path)
    if (bytes.subarray(0, 5).toString('latin1') === 'REDIS')
      throw new DeclinedError(
        'An RDB file cannot be imported into a running server: use commands, or an append-only file without a preamble.',
      )
    const command = commandFor(resource, ['--pipe', '--pipe-timeout', '60'])
    const outcome = await runDump(programs, resource, command, { ...request, isCompressed })
    return outcomeOf(outcome)
  },
  async exportDump(resource, { path }) {
    await save(resource, path)
  },
})

function outcomeOf({ end, said }: { end: string; said: string }): string {
  if (end === '0') return 'All commands were run.'
  const why = said.replaceAll('\0', '').slice(0, 1_000).trim() || `It ended with ${end}.`
  throw new DeclinedError(`${why}\nThe other commands were run.`)
}
