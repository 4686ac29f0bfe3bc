import { chooseLink, type Links } from '#cli/applications/link.ts'
import { readLinks } from '#cli/applications/links.ts'
import type { Profile } from '#cli/profiles/profile.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

/** Owner of a command without --org, by precedence. */
export interface OwnerPreference {
  /** BERTH_ORG: id or name. */
  environment?: string
  /** Id of the owner of the application linked to the folder. */
  linked?: string
  /** Id stored in the profile by `berth organisations use`. */
  chosen?: string
}

/** Reads the preference from the environment, the folder and the profile. */
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

/** Common owner of all links, else that of the default link. */
function ownerOfLinks(links: Links): string | undefined {
  const owners = new Set(links.apps.map(({ org_id }) => org_id))
  if (owners.size < 2) return links.apps[0]?.org_id
  return links.default === undefined ? undefined : chooseLink(links, undefined).org_id
}
