import type { Session } from '#cli/profiles/session.ts'
import type { NamedApplication } from '#cli/resolve/application.ts'
import { refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { readLinks, renameLink } from './links.ts'

interface ChangeContext {
  terminal: Terminal
  options: { 'allow-duplicate': boolean }
}

/** Changes fields of an application; a new name must be free, and the link of the folder takes it over. */
export async function changeApplication(
  { terminal, options }: ChangeContext,
  { client }: Pick<Session, 'client'>,
  address: NamedApplication,
  change: Record<string, unknown>,
): Promise<Application> {
  const { name } = change
  if (typeof name === 'string') {
    const owner = chooseOwner(await client.summary.get(), address.ownerId)
    const others = owner.applications.filter(({ id }) => id !== address.id)
    const taken = others.map((application) => application.name)
    refuseDuplicate({ kind: 'an application', name, owner: owner.name, taken }, options)
  }
  const changed = await client.applications.update(address, change)
  await renameLink(await readLinks(terminal.folder), changed)
  return changed
}
