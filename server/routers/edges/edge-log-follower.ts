import { sleep } from '#kit/concurrency/timeout.ts'
import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import { parseLine } from '#routers/access-log/access-log-reader.ts'
import type { AccessLogFollower } from '#routers/control/router-process.ts'
import type { Edge } from './edge.ts'

const retryAfter = 500

/** Reads the access log of an edge while it is present. Lines stay at the edge until they are stored here. */
export function followEdgeLog(
  edge: Edge,
  take: (lines: RouterAccessLine[]) => Promise<void>,
): AccessLogFollower {
  let isOver = false
  let taking: Promise<void> = Promise.resolve()
  const follow = async () => {
    let session = ''
    let stored = 0
    while (!isOver) {
      const current = edge.session
      if (current !== session) stored = 0
      session = current ?? ''
      const block = current && (await edge.readLog(current, stored).catch(() => undefined))
      if (isOver) return
      if (!block) {
        await sleep(retryAfter)
        continue
      }
      taking = take(block.lines.flatMap(parseLine))
      const isStored = await taking.then(
        () => true,
        () => false,
      )
      if (isStored) stored = block.number
      else await sleep(retryAfter)
    }
  }
  void follow()
  return {
    async close() {
      isOver = true
      await taking.catch(() => {})
    },
  }
}
