import { chooseLink, type Links } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

/** Whose things are meant where a command does not say it with --org, in the order in which they count. */
export interface OwnerPreference {
  /** BERTH_ORG: an id or a name. */
  environment?: string
  /** The id of the owner of the application that the folder is linked to. */
  linked?: string
  /** The id that `berth organisations use` has kept in the profile. */
  chosen?: string
}

/** Reads the preference of an environment, a folder and a profile. */
export async function readOwnerPreference(
  { env, folder }: Pick<Terminal, 'env'> & Partial<Pick<Terminal, 'folder'>>,
  { organisation }: Profile,
): Promise<OwnerPreference> {
  const links = folder === undefined ? undefined : await readLinks(folder).catch(() => undefined)
  const linked = links && ownerOfLinks(links)
  return {
    ...(env.BERTH_ORG && { environment: env.BERTH_ORG }),
    ...(linked && { linked }),
    ...(organisation && { chosen: organisation }),
  }
}

/** The owner of the application that is meant, or of all of them. */
function ownerOfLinks(links: Links): string | undefined {
  const owners = new Set(links.apps.map(({ org_id }) => org_id))
  if (owners.size < 2) return links.apps[0]?.org_id
  return links.default === undefined ? undefined : chooseLink(links, undefined).org_id
}
