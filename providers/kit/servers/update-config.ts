import { isDeepStrictEqual } from 'node:util'
import type { PlatformClient } from '#providers/kit/http/platform-client.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'

export interface ConfigUpdateOptions {
  ledger: Pick<Ledger, 'save'>
  platform: Pick<PlatformClient, 'putConfig'>
}

/** Updates the variables of a resource on the platform if its host or port has changed. */
export async function updateConfig(
  { ledger, platform }: ConfigUpdateOptions,
  resource: Resource,
  config: Record<string, string>,
): Promise<void> {
  if (isDeepStrictEqual(config, resource.config)) return
  await platform.putConfig(resource.addonId, config)
  await ledger.save({ ...resource, config })
}
