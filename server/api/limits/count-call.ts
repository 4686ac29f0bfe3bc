import type { Endpoint } from '#api/http/endpoint.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

type Counting = Pick<Platform, 'callLimits'>

/** Counts a call against the limit of its credential, or of its address when it has none. A stream counts once. */
export function countCall(
  { callLimits }: Counting,
  { cost }: Pick<Endpoint, 'cost'>,
  caller: Caller | undefined,
  from: string,
): void {
  callLimits.count(caller ? countedCaller(caller) : { address: from }, cost)
}

/** An access token counts by the consumer that it is used through. */
const countedCaller = ({ userId, credentialId, consumerKey = '' }: Caller) => ({
  credential: `${consumerKey} ${credentialId}`,
  userId,
})

/** Authenticates; attempts that fail count against the address. */
export async function authenticateCounted(
  platform: Counting,
  from: string,
  authenticate: () => Promise<Caller>,
): Promise<Caller> {
  try {
    return await authenticate()
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') {
      platform.callLimits.count({ address: from })
    }
    throw error
  }
}
