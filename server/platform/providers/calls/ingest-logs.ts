import { sameText } from '#kit/crypto/same-text.ts'
import { type AddonId, isAddonId } from '#platform/ids.ts'
import type { NewLine } from '#platform/logs/line.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import { knownToProvider } from './provider-view.ts'

/** A line that a provider's service has sent in. */
export interface SentLine {
  /** The add-on that wrote it, as the sender names it. */
  addonId: string
  date: number
  severity: 'info' | 'warning' | 'error'
  message: string
}

/** Keeps lines of add-ons in their logs. All must be of add-ons whose log token the sender knows. */
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

/** A line as the log of an add-on has it; without a date it is of now. */
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
