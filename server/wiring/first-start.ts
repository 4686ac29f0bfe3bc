import { readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import {
  createFirstAccount,
  type FirstAccount,
} from '#platform/identity/accounts/users/first-account.ts'
import { platformOwner } from '#platform/model/identity/access/consumer.ts'
import type { FirstLogin } from '#platform/model/identity/accounts/first-login.ts'
import type { Platform } from '#platform/platform.ts'
import type { Settings } from '#settings/settings.ts'
import { type DataFolder, UnusableFolderError } from './disk/data-folder.ts'

/**
 * At the first start creates the first account and `admin.json`; returns the key of the command-line tool's consumer.
 */
export async function firstStart(
  platform: Pick<Platform, 'store' | 'clock' | 'passwords'>,
  { path }: DataFolder,
  { adminEmail }: Settings,
): Promise<string> {
  const file = path('admin.json')
  const [consumer] = await platform.store.consumers.listOf(platformOwner)
  const known = await readFirstAccount(file)
  if (consumer) {
    if (!known || (await platform.store.consumers.find(known.consumerKey ?? '')))
      return consumer.key
    throw new UnusableFolderError(
      `${file} belongs to another database: restore both from the same back-up`,
    )
  }
  // Without the consumer, the file belongs to a first start that was killed half-way.
  const account = await createFirstAccount(platform, adminEmail, async (account) => {
    await writeDurably(file, `${JSON.stringify(account, null, 2)}\n`, 0o600)
  })
  return account.consumerKey
}

/** `admin.json`, once its password is no longer valid. */
export const firstLoginIn = ({ path }: DataFolder): FirstLogin => ({
  async forgetPassword(email) {
    const file = path('admin.json')
    const account = await readFirstAccount(file)
    if (account?.email !== email || account.password === undefined) return
    const { password, ...others } = account
    await writeDurably(file, `${JSON.stringify(others, null, 2)}\n`, 0o600)
  },
})

async function readFirstAccount(file: string): Promise<Partial<FirstAccount> | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnusableFolderError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
