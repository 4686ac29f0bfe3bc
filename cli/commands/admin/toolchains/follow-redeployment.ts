import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { RedeploymentItem, RollingRedeployment } from '#client/resources/toolchains.ts'
import { everyPage } from './every-page.ts'

const pollEvery = 500
/** Without a further application that has ended. */
const silence = 7_200_000
/** Those that end in the same millisecond are in the order of their names. */
const overlap = 100

/** Applications in it that would get another tool. */
const sizeOf = ({ counts }: RollingRedeployment): number =>
  counts.unplanned + counts.waiting + counts.deploying + counts.live + counts.failed

/** Waits for the end of a rolling redeployment, and tells each application whose deployment ends, with how many there are. */
export async function followRedeployment(
  { toolchains }: Pick<Client, 'toolchains'>,
  id: string,
  onEnd: (item: RedeploymentItem, of: { ended: number; all: number }) => void,
): Promise<RollingRedeployment> {
  const seen = new Set<string>()
  let ended = 0
  let deadline = AbortSignal.timeout(silence)
  for (;;) {
    const { redeployment } = await toolchains.redeployment()
    if (redeployment?.id !== id) throw new Refusal('Another redeployment was begun meanwhile.')
    const { counts, state } = redeployment
    const before = seen.size
    if (counts.skipped + counts.live + counts.failed > before) {
      const from = Math.max(0, before - overlap)
      const items = await everyPage((page) => toolchains.redeploymentItems(page), from)
      for (const item of items.filter((each) => hasEnded(each) && !seen.has(each.applicationId))) {
        seen.add(item.applicationId)
        if (item.state === 'skipped') continue
        ended += 1
        onEnd(item, { ended, all: sizeOf(redeployment) })
      }
    }
    if (seen.size > before) deadline = AbortSignal.timeout(silence)
    else if (state !== 'running' && counts.deploying === 0) return redeployment
    await sleep(pollEvery, undefined, { signal: deadline })
  }
}

const hasEnded = ({ state }: RedeploymentItem): boolean =>
  state === 'skipped' || state === 'live' || state === 'failed'
