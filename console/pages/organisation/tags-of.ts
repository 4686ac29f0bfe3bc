import type { Overview } from '#client/resources/overview.ts'

type Tagged = { applications: readonly HasTags[]; addons: readonly HasTags[] }
type HasTags = Pick<Overview['applications'][number], 'tags'>

/** All tags that something has, each once, by name. */
export const tagsOf = (overview: Tagged | undefined): string[] =>
  [
    ...new Set(
      [...(overview?.applications ?? []), ...(overview?.addons ?? [])].flatMap(({ tags }) => tags),
    ),
  ].sort((one, other) => one.localeCompare(other))
