import { useEffect, useState } from 'react'
import { type AddonLogLine, logs } from '#client/resources/applications/logs.ts'
import { connection } from '#console/api/connection.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { withLines } from './log-lines.ts'

const day = 24 * 60 * 60_000
const maxStored = 1_000
/** Lines of one moment are drawn at once. */
const gathering = 100

/** Lines of the last day, then new ones as they come; a broken stream is followed again with the next attempt. */
export function useAddonLog({ ownerId, id }: OwnedId, attempt: number) {
  const [lines, setLines] = useState<readonly AddonLogLine[]>([])
  const [error, setError] = useState<unknown>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens another stream
  useEffect(() => {
    const leaving = new AbortController()
    let waiting: AddonLogLine[] = []
    const flush = () => {
      if (waiting.length === 0) return
      const more = waiting
      waiting = []
      setLines((known) => withLines(known, more))
    }
    const timer = setInterval(flush, gathering)
    const follow = async () => {
      const since = new Date(Date.now() - day).toISOString()
      const filter = { since, limit: maxStored }
      const stream = logs(connection).followAddon(ownerId, id, filter, { signal: leaving.signal })
      for await (const line of stream) waiting.push(line)
    }
    setLines([])
    setError(undefined)
    follow().catch((problem: unknown) => {
      if (!leaving.signal.aborted) setError(problem)
    })
    return () => {
      leaving.abort()
      clearInterval(timer)
    }
  }, [ownerId, id, attempt])
  return { lines, error }
}
