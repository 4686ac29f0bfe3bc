import { sleep } from '#kit/concurrency/timeout.ts'
import { formatDuration } from '#kit/text/duration.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Transfer } from '#protocol/databases/transfers.ts'

export type ImportContext = ProviderContext & Pick<Platform, 'actionEvents' | 'monotonic'>

/** Who has started an import. */
export interface Importer {
  caller: Caller
  /** Client address. */
  from: string
}

interface StartedImport extends Importer {
  begun: Transfer
  /** Asks the provider how far it is. */
  find(): Promise<Transfer>
}

const lookEvery = 2_000
/** Providers run an import for an hour, and know its outcome for another. */
const followedFor = 90 * 60_000

/**
 * Polls an import until its end, and adds that to the audit log: without what the provider says, because the complaint about
 * a dump has values of its rows. As with a shell, an end that comes while this server restarts is not recorded.
 */
export async function recordImportEnd(
  platform: ImportContext,
  { id, name, ownerId }: Addon,
  { begun, find, caller, from }: StartedImport,
): Promise<void> {
  const start = platform.monotonic()
  const took = () => platform.monotonic() - start
  let { state } = begun
  while (state === 'importing' && took() < followedFor) {
    await sleep(lookEvery)
    state = await stateOf(find)
  }
  await recordAction(platform, caller, {
    ownerId,
    action: 'addon.end-import',
    from,
    outcome: state === 'done' ? 'done' : 'failed',
    target: `${id} ${begun.id} (${state === 'done' ? 'done' : 'failed'} after ${formatDuration(Math.round(took()))})`,
    subject: { id, name },
  })
}

/** An import that its provider does not know any more was ended, by a suspension or a restart. */
async function stateOf(find: StartedImport['find']): Promise<Transfer['state']> {
  try {
    return (await find()).state
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.kind === 'missing' || error.kind === 'conflict' ? 'failed' : 'importing'
  }
}
