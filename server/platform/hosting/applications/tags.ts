import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { validateTags } from '#platform/model/tags.ts'
import { getApplication } from './find.ts'

/** Replaces the tags of an application by the result of `choose`. */
export function tagApplication(
  { store }: Pick<Platform, 'store'>,
  { id }: Pick<Application, 'id'>,
  choose: (tags: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  return store.transaction(async (inside) => {
    const current = await getApplication({ store: inside }, id)
    const tags = validateTags(choose(current.tags))
    await inside.applications.change(id, { tags })
    return tags
  })
}
