import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FileListing } from '#protocol/files/file-listing.ts'
import type { TestBuiltInProvider } from './built-in-provider.ts'

/** Files of an add-on of a bucket provider, which a test calls as the platform does. */
export const bucketClient = (provider: TestBuiltInProvider, id: string) => {
  const query = (words: Record<string, string>) => `?${new URLSearchParams(words)}`
  const files = `/${id}/files`
  return {
    /** Its files on this machine, as root sees them. */
    folder: join(provider.folder, 'mounts', id, 'files'),
    list: (path = '', words: Record<string, string> = {}): Promise<FileListing> =>
      provider.call('GET', files + query({ path, ...words })),
    async names(path = ''): Promise<string[]> {
      const { entries } = await this.list(path)
      return entries.map(({ name }) => name)
    },
    put: (path: string, text: string | Buffer<ArrayBuffer>, words: Record<string, string> = {}) =>
      provider.put(
        `${files}/content${query({ path, draft: randomUUID(), offset: '0', last: 'true', ...words })}`,
        Buffer.from(text),
      ),
    async write(path: string, text: string): Promise<void> {
      const response = await this.put(path, text)
      assert.equal(response.status, 200, await response.text())
    },
    get: (path: string) => provider.ask('GET', `${files}/content${query({ path })}`),
    async read(path: string): Promise<string> {
      const response = await this.get(path)
      assert.equal(response.status, 200)
      return response.text()
    },
    remove: (path: string) => provider.ask('DELETE', files + query({ path })),
  }
}
