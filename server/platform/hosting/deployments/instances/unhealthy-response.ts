import { formatDuration } from '#kit/text/duration.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Probe } from '#platform/model/hosting/instances/probe.ts'

/** What an instance is asked, and for how long an answer is awaited. */
export interface Question {
  address: Address
  host: string
  paths: readonly string[]
  /** Milliseconds for each path. */
  timeout: number
}

/** Asks every path once; the first answer that is not 200, in words, or `undefined` when all are. */
export async function findUnhealthyResponse(
  probe: Probe,
  { address, host, paths, timeout }: Question,
  signal: AbortSignal,
): Promise<string | undefined> {
  const ask = async (path: string) => {
    const late = AbortSignal.timeout(timeout)
    const status = await probe(address, { host, path }, AbortSignal.any([signal, late]))
    if (status === 200) return undefined
    if (status !== undefined) return `GET ${path} returned ${status}`
    return late.aborted
      ? `GET ${path} got no answer within ${formatDuration(timeout)}`
      : `GET ${path} got no answer`
  }
  return (await Promise.all(paths.map(ask))).find((answer) => answer !== undefined)
}
