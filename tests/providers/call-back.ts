import { basicAuth } from '#kit/net/basic-auth.ts'
import type { Item, ProviderState } from './provider-state.ts'

const timeout = 60_000

/** Sends the callback that completes an order; returns the status, 0 without a response. */
export async function callBack(
  { manifest: { id, api } }: ProviderState,
  { callbackUrl }: Item,
  config: unknown,
  password = api.password,
): Promise<number> {
  const response = await fetch(callbackUrl, {
    method: 'PUT',
    headers: { authorization: basicAuth({ id, password }), 'content-type': 'application/json' },
    body: JSON.stringify({ config }),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status ?? 0
}

/** Sends the callback that completes an order, retrying until it is accepted. */
export async function callBackUntilHeard(
  shop: ProviderState,
  item: Item,
  tries = 20,
): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    if ((await callBack(shop, item, item.config)) === 200) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
