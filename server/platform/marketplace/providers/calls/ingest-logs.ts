import { sameText } from '#kit/crypto/same-text.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { type AddonId, isAddonId } from '#platform/model/ids.ts'
import type { NewLine } from '#platform/model/observability/line.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { knownToProvider } from './provider-view.ts'

/** A log line sent by a provider's service. */
export interface SentLine {
  /** The add-on that wrote it, as the sender names it. */
  addonId: string
  date: number
  severity: 'info' | 'warning' | 'error'
  message: string
}

/** Stores lines in the logs of add-ons. The sender must have the log token of every add-on. */
export async function takeLogs(
  { store, logs }: Pick<Platform, 'store' | 'logs'>,
  token: string,
  lines: readonly SentLine[],
): Promise<void> {
  for (const addonId of new Set(lines.map((line) => line.addonId))) {
    const addon = isAddonId(addonId) ? await store.addons.find(addonId) : undefined
    const isRight = sameText(token, addon?.logToken ?? '') && token !== ''
    if (!addon || !isRight || !knownToProvider.includes(addon.state)) {
      throw new Refusal(
        'unauthenticated',
        'Send lines with Basic authentication as `token`, with the logplex_token of their add-on.',
        { reason: 'provider-unknown' },
      )
    }
  }
  for (const { addonId, ...line } of lines) {
    if (isAddonId(addonId)) logs.append(lineOfAddon({ addonId, ...line }))
  }
}

/** A log line of an add-on; without a date, the current time. */
export const lineOfAddon = ({
  addonId,
  ...line
}: Omit<SentLine, 'addonId' | 'date'> & { addonId: AddonId; date?: number }): NewLine => ({
  applicationId: addonId,
  deploymentId: '',
  instanceId: '',
  commit: '',
  origin: 'instance',
  ...line,
})
