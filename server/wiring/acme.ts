import { readFile } from 'node:fs/promises'
import type { AcmeClient } from '#platform/model/hosting/acme-client.ts'
import type { Settings } from '#settings/settings.ts'

type AcmeSettings = Pick<Settings, 'acme' | 'acmeEmail' | 'acmeChallenge' | 'acmeCa' | 'acmeOrders'>

/** The ACME server of the settings; without one, nothing of it is loaded. */
export async function openAcme(settings: AcmeSettings): Promise<{ acme?: AcmeClient }> {
  const { acme: directory, acmeEmail: email, acmeChallenge: challenge, acmeCa } = settings
  if (directory === undefined) return {}
  const authorities = acmeCa === undefined ? [] : [await readAuthority(acmeCa)]
  const { createAcmeClient } = await import('#outbound/acme/acme-client.ts')
  const maxOrdersPerHour = settings.acmeOrders
  return {
    acme: createAcmeClient({ directory, email, challenge, authorities, maxOrdersPerHour }),
  }
}

async function readAuthority(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`BERTH_ACME_CA=${file} cannot be read: ${(error as Error).message}`)
  }
}
