import { setTimeout as sleep } from 'node:timers/promises'
import { basicAuth } from '#kit/net/basic-auth.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'

const timeout = 30_000
const firstPause = 200
const maxPause = 60_000
const tries = 100

/**
 * Calls the platform back when an order answered with 202 is ready; retries until success, or until the resource is no
 * longer pending.
 */
export async function tellPlatform(
  { manifest, ledger }: Pick<ProviderServer, 'manifest' | 'ledger'>,
  resource: Resource,
  signal: AbortSignal,
): Promise<boolean> {
  const authorization = basicAuth({ id: manifest.id, password: manifest.api.password })
  for (let tried = 0; tried < tries; tried += 1) {
    if ((await ledger.byAddon(resource.addonId))?.state !== 'untold') return false
    const status = await put(resource, authorization, signal)
    if (status >= 200 && status < 300) return true
    if (isFinal(status))
      throw new Error(`The platform answered ${status} when ${resource.id} was completed.`)
    await sleep(Math.min(firstPause * 2 ** tried, maxPause), undefined, { signal })
  }
  return false
}

/** 404 may only mean that our response to the order has not arrived yet. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![404, 408, 409, 429].includes(status)

async function put(resource: Resource, authorization: string, signal: AbortSignal) {
  try {
    const response = await fetch(resource.callbackUrl, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ config: resource.config }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof TypeError || error instanceof DOMException ? 0 : Promise.reject(error)
  }
}
