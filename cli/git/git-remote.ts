import type { Link } from '#cli/applications/link.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { type Git, gitIn, isRepository } from './git.ts'
import { type GitAccess, gitAccess, settingKeys } from './git-access.ts'

/**
 * Configures the remote so that `git push <remote> <branch>` deploys; returns its name, or nothing outside a
 * repository.
 */
export async function connectRepository(
  terminal: Terminal,
  application: Application,
  profile: Profile,
  { link, others }: { link: Link; others: readonly Link[] },
): Promise<string | undefined> {
  const git = gitIn(terminal)
  if ('apiToken' in profile.credentials || !(await isRepository(git))) return undefined
  const access = gitAccess(terminal, application, profile)
  await settle(git, access)
  const plain = await remoteUrl(git, 'berth')
  const taken = others.some(({ deploy_url }) => deploy_url === plain)
  const remote = taken ? `berth-${link.alias}` : 'berth'
  const verb = (await remoteUrl(git, remote)) === undefined ? 'add' : 'set-url'
  await git.ask('remote', verb, remote, access.url)
  return remote
}

/** Removes the remote, and the settings once no linked application needs them. */
export async function disconnectRepository(
  git: Git,
  link: Link,
  stillLinked: readonly Link[],
): Promise<void> {
  if (!(await isRepository(git))) return
  const { stdout } = await git.attempt('remote')
  for (const remote of stdout.split('\n').filter(Boolean))
    if ((await remoteUrl(git, remote)) === link.deploy_url)
      await git.attempt('remote', 'remove', remote)
  const origin = originOf(link.deploy_url)
  if (!origin || stillLinked.some(({ deploy_url }) => originOf(deploy_url) === origin)) return
  for (const key of settingKeys(link.deploy_url))
    await git.attempt('config', '--local', '--unset-all', key)
}

async function settle(git: Git, { settings }: GitAccess): Promise<void> {
  for (const key of new Set(settings.map(([key]) => key)))
    await git.attempt('config', '--local', '--unset-all', key)
  for (const [key, value] of settings) await git.ask('config', '--local', '--add', key, value)
}

/** Address of a remote, as the repository has it. */
export async function remoteUrl(git: Git, remote: string): Promise<string | undefined> {
  const { code, stdout } = await git.attempt('config', '--local', '--get', `remote.${remote}.url`)
  return code === 0 ? stdout.trim() : undefined
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
