import { setTimeout as pause } from 'node:timers/promises'
import type { Output } from '#cli/terminal/output.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Addon, AddonAddress } from '#client/resources/marketplace/addons.ts'

const timeout = 10 * 60_000
const every = 2000

const sentences: Partial<Record<Addon['state'], string>> = {
  pending: 'The provider is still creating it.',
  uncertain: 'The provider has not answered; the platform keeps retrying.',
}

/**
 * Polls an add-on while it is being provisioned and prints its progress; returns the last state, `undefined` once it is
 * gone.
 */
export async function awaitAddon(
  client: Client,
  output: Output,
  first: Addon,
  address: AddonAddress,
): Promise<Addon | undefined> {
  const end = performance.now() + timeout
  let told = ''
  let addon = first
  while (addon.state in sentences && performance.now() < end) {
    const sentence = addon.trouble || (sentences[addon.state] ?? '')
    if (sentence !== told) output.tell(printable(sentence))
    told = sentence
    await pause(every)
    const next = await client.addons.get(address).catch(ifGone)
    if (!next) return undefined
    addon = next
  }
  return addon
}

function ifGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined
  throw error
}
