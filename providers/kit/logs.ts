import { basicAuth } from '#kit/net/basic-auth.ts'
import { type LogLine, logplexBody, logplexType } from '#protocol/logplex.ts'
import type { Resource } from './resources/resource.ts'

const timeout = 30_000

/** Sends log lines of a resource to the platform's collector; returns the status. */
export async function sendLogs(
  collectorUrl: string,
  { addonId, logToken }: Pick<Resource, 'addonId' | 'logToken'>,
  lines: readonly LogLine[],
): Promise<number> {
  const response = await fetch(collectorUrl, {
    method: 'POST',
    headers: {
      authorization: basicAuth({ id: 'token', password: logToken }),
      'content-type': logplexType,
    },
    body: logplexBody(addonId, logToken, lines),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  await response.body?.cancel()
  return response.status
}
