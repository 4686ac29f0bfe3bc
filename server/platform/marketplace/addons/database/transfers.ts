import { failed } from '#platform/marketplace/addons/backups/provider-backups.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import {
  type ProviderFile,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  isTransferId,
  readTransfer,
  type Transfer,
  type TransferOrder,
} from '#protocol/databases/transfers.ts'
import { askDatabase, placeOfDatabase } from './ask-database.ts'
import { type ImportContext, type Importer, recordImportEnd } from './record-import-end.ts'

/** Begins an import, whose file is sent next, or an export. */
export const beginTransfer = (
  platform: ProviderContext,
  addon: Addon,
  body: TransferOrder,
): Promise<Transfer> => ask(platform, addon, { method: 'POST', path: '', body })

/** Passes on the next part of the file of an import. */
export function sendPart(
  platform: ProviderContext,
  addon: Addon,
  { transferId, offset, bytes }: { transferId: string; offset: string; bytes: Buffer },
): Promise<Transfer> {
  if (!/^\d{1,15}$/.test(offset)) throw new Refusal('invalid', 'The offset is not a number.')
  const payload = { text: bytes, headers: { 'content-type': 'application/octet-stream' } }
  const path = `${pathOf(transferId)}/bytes/${offset}`
  return ask(platform, addon, { method: 'PUT', path, payload })
}

/** Runs an import whose file is complete; its end is in the audit log as well. */
export async function startTransfer(
  platform: ImportContext,
  addon: Addon,
  transferId: string,
  importer: Importer,
): Promise<Transfer> {
  const path = `${pathOf(transferId)}/start`
  const begun = await ask(platform, addon, { method: 'POST', path })
  const find = () => findTransfer(platform, addon, transferId)
  // Nobody waits for it, and at a shutdown the store is closed before.
  recordImportEnd(platform, addon, { ...importer, begun, find }).catch(() => {})
  return begun
}

export const findTransfer = (
  platform: ProviderContext,
  addon: Addon,
  transferId: string,
): Promise<Transfer> => ask(platform, addon, { method: 'GET', path: pathOf(transferId) })

export async function cancelTransfer(
  platform: ProviderContext,
  addon: Addon,
  transferId: string,
): Promise<void> {
  const path = `/transfers${pathOf(transferId)}`
  const question = { purpose: 'cancel-transfer', method: 'DELETE', path } as const
  await askDatabase(platform, addon, question, () => true)
}

/** Streams the file of an export, which is looked for first, so that one that is not there is no failure of the provider. */
export async function openTransfer(
  platform: ProviderContext,
  addon: Addon,
  transferId: string,
): Promise<ProviderFile> {
  const { kind, state } = await findTransfer(platform, addon, transferId)
  if (kind !== 'export' || state !== 'done') throw new Refusal('conflict', 'There is no file yet.')
  const { provider, url } = await placeOfDatabase(platform, addon)
  const call = {
    url: `${url}/transfers${pathOf(transferId)}/file`,
    credentials: { id: provider.id, password: provider.manifest.api.password },
    timeout: platform.policies.providerTimeout,
  }
  return platform.providerClient.open(call).catch((error) => {
    throw error instanceof ProviderUnreachableError
      ? failed(providerMessage(unreachableMessage(provider, error)))
      : error
  })
}

const ask = (
  platform: ProviderContext,
  addon: Addon,
  { path, ...question }: Omit<Parameters<typeof askDatabase>[2], 'purpose'>,
): Promise<Transfer> =>
  askDatabase(
    platform,
    addon,
    { purpose: 'transfer', path: `/transfers${path}`, ...question },
    readTransfer,
  )

/** It becomes part of a URL. */
function pathOf(transferId: string): string {
  if (isTransferId(transferId)) return `/${transferId}`
  throw new Refusal('missing', 'There is no such import or export.')
}
