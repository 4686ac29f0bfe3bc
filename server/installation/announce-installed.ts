import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#settings/settings.ts'
import { firstLogin } from '#wiring/announce.ts'

/** Says where the platform is, and how to log in the first time. */
export async function announceInstalled(
  { data }: Settings,
  say: (line: string) => void,
): Promise<void> {
  const text = await readFile(join(data, 'addresses.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  say(`Berth runs: ${JSON.parse(text).api}`)
  // Not the password: apt runs this at a terminal of its own, and keeps what it shows in a log.
  const login = firstLogin(join(data, 'admin.json'), false)
  if (login !== undefined) say(`First login: ${login}`)
}
