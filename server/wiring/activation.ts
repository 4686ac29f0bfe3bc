import { openActivator } from '#activator/activator.ts'
import { createRouterCheck } from '#activator/router-addresses.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Platform } from '#platform/platform.ts'
import type { Settings } from '#settings/settings.ts'

export interface ActivationOptions {
  settings: Pick<Settings, 'activatorAddress' | 'activatorPort' | 'wakeTimeout' | 'routerEdges'>
  platform: () => Platform
  opened: Promise<unknown>
  onBug: (error: unknown) => void
}

/** Opens what wakes sleeping applications. It has no address for routes while edges could not reach it. */
export async function openActivation({
  settings,
  ...options
}: ActivationOptions): Promise<{ address: Address | undefined; close(): Promise<void> }> {
  const {
    activatorAddress: host,
    activatorPort: port,
    wakeTimeout: timeout,
    routerEdges,
  } = settings
  const edges = routerEdges.map((edge) => edge.host)
  const isRouter = createRouterCheck(host, edges)
  const activator = await openActivator({ ...options, host, port, timeout, isRouter })
  let closing: Promise<void> | undefined
  return {
    address: edges.length > 0 && isLoopback(host) ? undefined : activator.address,
    close: () => (closing ??= activator.close()),
  }
}
