import type { Source } from '#platform/model/hosting/deployments/source.ts'

const shown = 5

/** Says which files are pointers of Git LFS, whose content nobody fetches, in a commit that uses it. */
export async function lfsNotes(source: Source): Promise<string[]> {
  const attributes = await source.read('.gitattributes')
  if (!attributes?.includes('filter=lfs')) return []
  const paths = (await source.lfsPointers?.()) ?? []
  if (paths.length === 0) return []
  const names = paths.slice(0, shown).map((path) => JSON.stringify(path))
  const rest = paths.length > shown ? ` and ${paths.length - shown} more` : ''
  return [
    `Pointers of Git LFS are in the place of ${names.join(', ')}${rest}: their content is not fetched. Keep these files in the repository itself (git lfs migrate export), or download them in CC_PRE_BUILD_HOOK.`,
  ]
}
