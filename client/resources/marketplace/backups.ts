import type { Connection, StreamedResponse } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { AddonAddress } from './addons.ts'

export interface Backup {
  backup_id: string
  /** Id of the add-on at the provider. */
  entity_id: string
  /** ISO 8601. */
  creation_date: string
  status: 'SUCCESS' | 'FAILED' | 'RUNNING'
  /** Bytes; 0 until the back-up has succeeded. */
  size: number
  /** Valid for an hour without credentials; empty until there is a file. */
  download_url: string
}

/** Progress of a back-up that is restored into its add-on. */
export interface Restore {
  /** `restored` or `failed` at the end; what failed has changed nothing. */
  state: 'saving' | 'testing' | 'restoring' | 'restored' | 'failed'
  /** Back-up of what was there before; empty until it exists. */
  saved_backup_id: string
  /** Why it failed, or empty. */
  message: string
}

/** Whether it goes on by itself. */
export const isUnderWay = ({ state }: Restore): boolean =>
  state !== 'restored' && state !== 'failed'

const timeout = 120_000

const listPath = ({ id, ownerId }: AddonAddress) => path`/v2/backups/${ownerId}/${id}`

const restorePath = (addon: AddonAddress, backupId: string) =>
  listPath(addon) + path`/${backupId}/restore`

export const backups = ({ ask, stream }: Connection) => ({
  /** Newest first. */
  list: (addon: AddonAddress) => ask<Backup[]>({ method: 'GET', path: listPath(addon), timeout }),

  /** Starts a back-up now. */
  make: (addon: AddonAddress) => ask<Backup>({ method: 'POST', path: listPath(addon), timeout }),

  /** Begins to replace what an add-on holds by this back-up. */
  restore: (addon: AddonAddress, backupId: string) =>
    ask<Restore>({ method: 'POST', path: restorePath(addon, backupId), timeout }),

  restoreProgress: (addon: AddonAddress, backupId: string) =>
    ask<Restore>({ method: 'GET', path: restorePath(addon, backupId), timeout }),

  /** Streams the file. */
  open({ download_url }: Backup, signal: AbortSignal): Promise<StreamedResponse> {
    const { pathname, searchParams } = new URL(download_url)
    return stream({ path: pathname, query: Object.fromEntries(searchParams), signal })
  },
})
