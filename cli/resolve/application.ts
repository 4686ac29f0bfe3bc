import { chooseLink } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Summary } from '#client/resources/summary.ts'
import { chooseOwner, ownersOf, type PreferringSummary, preferOwned } from './owner.ts'

interface ApplicationChoice {
  terminal: Pick<Terminal, 'folder'>
  options: { app: string | undefined; alias: string | undefined; org: string | undefined }
}

/** A resolved application with its name. */
export interface NamedApplication extends ApplicationAddress {
  name: string
}

/** The application of a command: that of --app, else the one linked to the folder. */
export async function resolveApplication(
  client: Client,
  { terminal, options: { app, alias, org } }: ApplicationChoice,
): Promise<NamedApplication> {
  if (app !== undefined && alias !== undefined)
    throw new Refusal('--app and --alias cannot be used together.', 'Use one of them.')
  if (app !== undefined) return findApplication(await client.summary.get(), app, org)
  const link = chooseLink(await readLinks(terminal.folder), alias)
  return { id: link.app_id, ownerId: link.org_id, name: link.name }
}

/** Whether any owner of the user has an application with this id or name. */
export const hasApplication = ({ user, organisations }: Summary, wanted: string): boolean =>
  [user, ...organisations].some(({ applications }) =>
    applications.some(({ id, name }) => id === wanted || name === wanted),
  )

/** An application of any owner of the user, by id or name. */
export function findApplication(
  summary: PreferringSummary,
  wanted: string,
  org: string | undefined,
): NamedApplication {
  const owners = org === undefined ? ownersOf(summary) : [chooseOwner(summary, org)]
  const all = owners.flatMap((owner) =>
    owner.applications.map(({ id, name }) => ({ id, name, ownerId: owner.id, owner: owner.name })),
  )
  const fitting = all.filter(({ id, name }) => id === wanted || name === wanted)
  const found = preferOwned(summary, fitting)
  const [application, ...others] = found
  if (others.length > 0)
    throw new Refusal(
      `Several applications are named '${wanted}'. Use an id:${found.map(({ id, owner }) => `\n  ${id}  in ${owner}`).join('')}`,
    )
  if (application) return application
  const meant = nearest(
    wanted,
    all.map(({ name }) => name),
  )
  throw new Refusal(
    `You have no application '${wanted}'.`,
    meant ? `Did you mean '${meant}'?` : '`berth applications` lists them.',
  )
}
