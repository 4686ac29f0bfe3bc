import { rm } from 'node:fs/promises'
import type { Addresses } from '#api/http/endpoint.ts'
import { logBug } from '#api/log-bug.ts'
import { diskProblemOf } from '#kit/files/disk-full.ts'
import { writeAddresses } from '#wiring/addresses.ts'
import type { DataFolder } from './data-folder.ts'

const retryEvery = 1000

/** Writes `addresses.json`, by which tools on this machine find the listeners; on a full disk once there is room. */
export async function publishAddresses(
  { folder, addresses }: { folder: DataFolder; addresses: Addresses },
  log: (line: string) => void,
): Promise<{ withdraw(): Promise<void> }> {
  let writing = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  const write = async () => {
    try {
      await writeAddresses(folder, addresses)
    } catch (error) {
      if (!diskProblemOf(error)) throw error
      logBug(log, error)
      retry = setTimeout(() => {
        writing = write()
      }, retryEvery).unref()
    }
  }
  await write()
  return {
    async withdraw() {
      clearTimeout(retry)
      await writing
      clearTimeout(retry)
      await rm(folder.path('addresses.json'), { force: true })
    },
  }
}
