import { pauseAfter } from '#platform/marketplace/addons/orders/apply-provision-result.ts'
import {
  type ProviderContext,
  timeoutAfter,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { lineOfAddon } from '#platform/marketplace/providers/calls/ingest-logs.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'

/** Says in the log of an add-on that its provider gave no usable answer, and when and how long it is asked again. */
export function announceRetry(
  { logs, policies }: Pick<ProviderContext, 'logs' | 'policies'>,
  { id: addonId, attempts }: Pick<Addon, 'id' | 'attempts'>,
  sentence: string,
): void {
  const pause = pauseAfter(attempts) / 1000
  const timeout = timeoutAfter(attempts + 1, policies) / 1000
  const message = `${sentence} The next call is in ${pause} s, with a timeout of ${timeout} s.`
  logs.append(lineOfAddon({ addonId, severity: 'warning', message }))
}
