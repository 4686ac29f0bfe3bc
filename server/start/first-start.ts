import { readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/durable-file.ts'
import { createFirstAccount, type FirstAccount } from '#platform/accounts/first-account.ts'
import type { Platform } from '#platform/platform.ts'
import type { Settings } from '#settings.ts'
import { type DataFolder, UnusableFolder } from './data-folder.ts'

/** At the first start makes the first account and `admin.json`; gives the key of the consumer of command-line tools. */
export async function firstStart(
  platform: Pick<Platform, 'store' | 'clock'>,
  { path }: DataFolder,
  { adminEmail }: Settings,
): Promise<string> {
  const file = path('admin.json')
  const known = await readFirstAccount(file)
  if (known && (await platform.store.consumers.find(known.consumerKey))) return known.consumerKey
  // Without the account, the file is of a first start that was killed before it was done.
  if (await platform.store.users.findByEmail(known?.email ?? adminEmail)) {
    throw new UnusableFolder(
      known
        ? `${file} belongs to another database: restore both from the same back-up`
        : `${file} is gone, and with it the key that command-line tools log in through: put it back`,
    )
  }
  return (
    await createFirstAccount(platform, adminEmail, async (account) => {
      await writeDurably(file, `${JSON.stringify(account, null, 2)}\n`, 0o600)
    })
  ).consumerKey
}

async function readFirstAccount(file: string): Promise<FirstAccount | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnusableFolder(`${file} cannot be read: ${(error as Error).message}`)
  }
}
