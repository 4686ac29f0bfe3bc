import type { Connection, StreamedResponse } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { AddonAddress } from './addons.ts'

/** A table, a view, or a key. */
export interface ContentEntry {
  schema: string
  name: string
  kind: string
  bytes: number | null
  rows: number | null
}

export interface ContentRows {
  columns: string[]
  rows: (string | null)[][]
  /** Whether these are all rows that there are. */
  isComplete: boolean
}

/** An import or export of a dump. */
export interface Transfer {
  id: string
  kind: 'import' | 'export'
  /** `done` or `failed` at the end. */
  state: 'receiving' | 'writing' | 'importing' | 'done' | 'failed'
  /** Received, imported or written in this state. */
  bytes: number
  /** Of the file; 0 while unknown. */
  size: number
  /** Name for the file of an export. */
  name: string
  /** What came of it, in words. */
  message: string
}

/** Largest part of a file that is sent at once. */
export const maxPartBytes = 4 * 1024 * 1024

const timeout = 120_000

const databasePath = ({ id }: Pick<AddonAddress, 'id'>) => path`/v4/addons/${id}/database`

export const databases = ({ ask, stream }: Connection) => ({
  /** Tables or keys, a page at a time. */
  tables: (addon: Pick<AddonAddress, 'id'>, cursor = '') =>
    ask<{ entries: ContentEntry[]; cursor: string }>({
      method: 'GET',
      path: `${databasePath(addon)}/tables`,
      query: { cursor },
      timeout,
    }),

  rows: (
    addon: Pick<AddonAddress, 'id'>,
    body: { schema: string; table: string; offset?: number; limit?: number },
  ) => ask<ContentRows>({ method: 'POST', path: `${databasePath(addon)}/rows`, body, timeout }),

  /** Rows of a statement that changes nothing. */
  query: (addon: Pick<AddonAddress, 'id'>, statement: string) =>
    ask<ContentRows>({
      method: 'POST',
      path: `${databasePath(addon)}/query`,
      body: { statement },
      timeout,
    }),

  /** Prepares an import; its file is sent next. */
  beginImport: (addon: Pick<AddonAddress, 'id'>, body: { size: number; goOn: boolean }) =>
    ask<Transfer>({ method: 'POST', path: `${databasePath(addon)}/imports`, body, timeout }),

  sendPart: (
    addon: Pick<AddonAddress, 'id'>,
    transferId: string,
    { offset, bytes }: { offset: number; bytes: Uint8Array<ArrayBuffer> },
  ) =>
    ask<Transfer>({
      method: 'PUT',
      path: databasePath(addon) + path`/transfers/${transferId}/bytes/${String(offset)}`,
      bytes,
      timeout,
    }),

  startImport: (addon: Pick<AddonAddress, 'id'>, transferId: string) =>
    ask<Transfer>({
      method: 'POST',
      path: databasePath(addon) + path`/transfers/${transferId}/start`,
      timeout,
    }),

  beginExport: (addon: Pick<AddonAddress, 'id'>, format: string) =>
    ask<Transfer>({
      method: 'POST',
      path: `${databasePath(addon)}/exports`,
      body: { format },
      timeout,
    }),

  transfer: (addon: Pick<AddonAddress, 'id'>, transferId: string) =>
    ask<Transfer>({
      method: 'GET',
      path: databasePath(addon) + path`/transfers/${transferId}`,
      timeout,
    }),

  cancelTransfer: (addon: Pick<AddonAddress, 'id'>, transferId: string) =>
    ask<unknown>({
      method: 'DELETE',
      path: databasePath(addon) + path`/transfers/${transferId}`,
      timeout,
    }),

  /** Streams the file of an export that is done. */
  openExport: (
    addon: Pick<AddonAddress, 'id'>,
    transferId: string,
    signal: AbortSignal,
  ): Promise<StreamedResponse> =>
    stream({ path: databasePath(addon) + path`/transfers/${transferId}/file`, signal }),
})
