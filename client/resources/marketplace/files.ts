import type { Connection, StreamedResponse } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { AddonAddress } from './addons.ts'

/** What is at a path of an add-on that keeps files. */
export interface FileEntry {
  /** ASCII: other bytes are percent-encoded, as in paths. */
  name: string
  type: 'file' | 'folder' | 'link' | 'other'
  /** In bytes. */
  size: number
  /** Seconds since the epoch. */
  modified: number
}

export interface FileListing {
  entries: readonly FileEntry[]
  /** Name after which the next page begins; `null` at the end. */
  next: string | null
}

/** A file with an address that is valid for an hour without credentials. */
export interface FileAddress extends FileEntry {
  download_url: string
}

/** A file to be put at a path. */
export interface Upload {
  path: string
  /** A UUID that nobody else has. */
  draftId: string
  /** Reads at most so many bytes; none at the end. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

const timeout = 120_000
const maxPart = 8 * 1024 * 1024

const filesPath = ({ id, ownerId }: AddonAddress) =>
  path`/v4/berth/organisations/${ownerId}/addons/${id}/files`

export const files = ({ ask, stream }: Connection) => ({
  /** A page of a folder, in the order of the bytes of names. */
  list: (addon: AddonAddress, query: { path: string; after?: string; limit?: number }) =>
    ask<FileListing>({ method: 'GET', path: filesPath(addon), query, timeout }),

  address: (addon: AddonAddress, file: string) =>
    ask<FileAddress>({
      method: 'GET',
      path: `${filesPath(addon)}/address`,
      query: { path: file },
      timeout,
    }),

  /** Uploads a file in parts; it is at its path once all of them are there. Returns its size. */
  async put(addon: AddonAddress, { path: file, draftId, read }: Upload): Promise<number> {
    let size = 0
    for (;;) {
      const bytes = await read(size, maxPart)
      if (bytes.length === 0) break
      await ask({
        method: 'PUT',
        path: filesPath(addon) + path`/drafts/${draftId}`,
        query: { offset: size },
        headers: { 'content-type': 'application/octet-stream' },
        bytes,
        timeout,
      })
      size += bytes.length
    }
    const query = { path: file, draft: draftId, size }
    await ask({ method: 'PUT', path: filesPath(addon), query, timeout })
    return size
  },

  remove: (addon: AddonAddress, file: string) =>
    ask({ method: 'DELETE', path: filesPath(addon), query: { path: file }, timeout }),

  /** Streams the content. */
  open({ download_url }: FileAddress, signal: AbortSignal): Promise<StreamedResponse> {
    const { pathname, searchParams } = new URL(download_url)
    return stream({ path: pathname, query: Object.fromEntries(searchParams), signal })
  },
})
