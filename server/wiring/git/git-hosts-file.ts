import { readFile } from 'node:fs/promises'
import { array, integer, object, oneOf, optional, read, string } from '#kit/schema.ts'
import { addGitHost } from '#platform/hosting/git-hosts/register-host.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { gitHostKinds, gitHostTokenUses } from '#platform/model/hosting/git-hosts/git-host.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { SettingsError } from '#settings/settings.ts'

const setting = 'BERTH_GIT_HOSTS_FILE'
const hostList = array(
  object({
    kind: oneOf(...gitHostKinds),
    url: string,
    name: optional(string),
    apiUrl: optional(string),
    sshPort: optional(integer),
    token: optional(string),
    tokenUse: optional(oneOf(...gitHostTokenUses)),
  }),
)

/** Puts the hosts of the operator's file in the place of those that came from it before; those of other ways stay. */
export async function registerGitHosts(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  file: string,
): Promise<void> {
  const hosts = file === '' ? [] : await hostsIn(file)
  await store.transaction(async (inside) => {
    for (const { id, isFromSettings } of await inside.gitHosts.list()) {
      if (isFromSettings) await inside.gitHosts.remove(id)
    }
    for (const host of hosts) {
      const wanted = Object.fromEntries(
        Object.entries(host).filter(([, value]) => value !== undefined),
      )
      await addGitHost({ store: inside, clock }, wanted, { isFromSettings: true }).catch(
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          throw new SettingsError([`${setting}: ${error.message}`])
        },
      )
    }
  })
}

async function hostsIn(file: string) {
  let content: unknown
  try {
    content = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new SettingsError([`${setting} names ${file}, which cannot be read as JSON`])
  }
  const { value, problems } = read(hostList, content)
  if (value) return value
  const [[where, what] = []] = problems ?? []
  throw new SettingsError([`${setting}: ${where || 'the file'} ${what}`])
}
