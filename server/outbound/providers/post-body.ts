import {
  type PostedBody,
  type PostResult,
  type ProviderClient,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'

const timeout = 10_000

/** Posts a body once by a client's `call`. */
export async function postBody(
  ask: ProviderClient['call'],
  { url, text: body, headers, credentials, maxAnswerBytes }: PostedBody,
  signal: AbortSignal,
): Promise<PostResult> {
  const payload = { text: body, headers }
  const call = { method: 'POST', url, payload, timeout, maxAnswerBytes } as const
  try {
    const { status, text, duration } = await ask(
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
