import {
  type ProviderClient,
  ProviderUnreachableError,
} from '#platform/providers/calls/provider-client.ts'

const timeout = 10_000

/** A body for an address that a tenant has chosen. */
export interface PostedBody {
  url: string
  text: string
  headers: Readonly<Record<string, string>>
  /** HTTP Basic credentials. */
  credentials?: { id: string; password: string }
  /** A longer response is cut off there. */
  maxAnswerBytes: number
}

/** Result of one attempt. */
export interface PostResult {
  /** `null` without a response. */
  status: number | null
  /** In milliseconds. */
  duration: number
  /** Beginning of the response. */
  text: string
  /** Why it failed, in one sentence, or empty. */
  failure: string
}

/** Posts a body once, without following redirects; only 2xx counts as delivered. */
export async function postBody(
  providerClient: Pick<ProviderClient, 'call'>,
  { url, text: body, headers, credentials, maxAnswerBytes }: PostedBody,
  signal: AbortSignal,
): Promise<PostResult> {
  const payload = { text: body, headers }
  const call = { method: 'POST', url, payload, timeout, maxAnswerBytes } as const
  try {
    const { status, text, duration } = await providerClient.call(
      credentials ? { ...call, credentials } : call,
      signal,
    )
    const isOk = status >= 200 && status < 300
    const failure = isOk ? '' : `It answered ${status}.`
    return { status, duration: Math.round(duration), text, failure }
  } catch (error) {
    if (!(error instanceof ProviderUnreachableError)) throw error
    const { message, duration } = error
    return { status: null, duration: Math.round(duration), text: '', failure: message }
  }
}
