import { currentBranch, gitIn } from '#cli/git/git.ts'
import { connectRepository, disconnectRepository } from '#cli/git/git-remote.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Link, Links } from './link.ts'
import { addLink, removeLink } from './links.ts'

/** A new link and the command that pushes to it; no push command outside a repository. */
export interface LinkedFolder {
  link: Link
  push?: string
}

/** Links a folder, and its Git repository if there is one, to an application. */
export async function linkApplication(
  terminal: Terminal,
  profile: Profile,
  links: Links,
  application: Application,
  alias: string,
): Promise<LinkedFolder> {
  const { link, others } = await addLink(links, application, alias)
  const remote = await connectRepository(terminal, application, profile, { link, others })
  if (remote === undefined) return { link }
  const local = (await currentBranch(gitIn(terminal))) ?? 'HEAD'
  const refs = local === application.branch ? local : `${local}:${application.branch}`
  return { link, push: `git push ${remote} ${refs}` }
}

export async function unlinkApplication(
  terminal: Terminal,
  links: Links,
  link: Link,
): Promise<void> {
  const others = await removeLink(links, link.app_id)
  await disconnectRepository(gitIn(terminal), link, others)
}
