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
import { type Begun, type EndContext, expectEnd } from './expected-ends.ts'
import { followTransfer, noteEnd } from './follow-transfer.ts'

/** Who has begun an import or export. */
type Author = Pick<Begun, 'caller' | 'from'>

/** Begins an import, whose file is sent next. */
export const beginImport = (
  platform: ProviderContext,
  addon: Addon,
  order: Pick<TransferOrder, 'size' | 'goOn'>,
): Promise<Transfer> => {
  const body = { ...order, kind: 'import', format: '' } satisfies TransferOrder
  return ask(platform, addon, { method: 'POST', path: '', body })
}

/** Begins an export; its end is in the audit log as well. */
export async function beginExport(
  platform: EndContext,
  addon: Addon,
  format: string,
  author: Author,
): Promise<Transfer> {
  const body = { kind: 'export', format, size: 0, goOn: false } satisfies TransferOrder
  const begun = await ask(platform, addon, { method: 'POST', path: '', body })
  await recordEnd(platform, addon, begun, { ...author, action: 'addon.end-export' })
  return begun
}

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
  platform: EndContext,
  addon: Addon,
  transferId: string,
  author: Author,
): Promise<Transfer> {
  const path = `${pathOf(transferId)}/start`
  const begun = await ask(platform, addon, { method: 'POST', path })
  await recordEnd(platform, addon, begun, { ...author, action: 'addon.end-import' })
  return begun
}

/**
 * Adds the end of a transfer to the audit log: without what the provider says, because the complaint about a dump has
 * values of its rows.
 */
async function recordEnd(
  platform: EndContext,
  addon: Addon,
  { id: transferId }: Transfer,
  begun: Omit<Begun, 'transferId'>,
): Promise<void> {
  const settle = await expectEnd(platform, addon, { ...begun, transferId })
  // Nobody waits for it; at a shutdown the store is closed before, and the next start goes on.
  followTransfer(platform, transferId, () => findTransfer(platform, addon, transferId))
    .then((outcome) => settle(outcome, outcome))
    .catch(() => {})
}

export async function findTransfer(
  platform: ProviderContext,
  addon: Addon,
  transferId: string,
): Promise<Transfer> {
  const transfer = await ask(platform, addon, { method: 'GET', path: pathOf(transferId) })
  noteEnd(transfer)
  return transfer
}

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
