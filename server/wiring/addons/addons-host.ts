import { hostname } from 'node:os'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import type { Settings } from '#settings/settings.ts'

type AddonsHostSettings = Pick<Settings, 'addonsHost' | 'addonsBind' | 'apiUrl'>

const wildcards = ['0.0.0.0', '::']

/**
 * Host in the URIs of databases: the operator's setting, else the platform's own name if databases are open to the
 * outside.
 */
export function addonsHostOf(
  { addonsHost, addonsBind, apiUrl }: AddonsHostSettings,
  machineName: () => string = hostname,
): string {
  if (addonsHost) return addonsHost
  if (!addonsBind || isLoopback(addonsBind)) return hostLoopback
  if (apiUrl && !isLoopback(new URL(apiUrl).hostname)) return new URL(apiUrl).hostname
  // Applications have only IPv4.
  return wildcards.includes(addonsBind) || addonsBind.includes(':') ? machineName() : addonsBind
}
