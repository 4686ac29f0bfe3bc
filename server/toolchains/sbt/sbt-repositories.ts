import { Problem } from '#kit/setting-kinds.ts'

/** A repository that the operator gives to sbt. */
export interface SbtRepository {
  name: string
  url: string
  /** Ivy's pattern of the paths in it; a Maven repository when absent. */
  pattern?: string
}

const nameAndPlace = /^([\w.-]{1,60})=(https?:\/\/[^\s,]{1,500})(?: +([^\s,]{1,500}))?$/

/** Comma-separated `name=url`, or `name=url pattern` for a repository of Ivy's layout. */
export const sbtRepositoryList = (text: string): readonly SbtRepository[] | Problem => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const repositories: SbtRepository[] = []
  for (const part of parts) {
    const [, name, url, pattern] = nameAndPlace.exec(part) ?? []
    if (!name || !url || !URL.canParse(url)) {
      return new Problem(
        `names ${part}; a repository looks like ours=https://repository.example.org/maven/`,
      )
    }
    const place = { name, url: url.endsWith('/') ? url : `${url}/` }
    repositories.push(pattern ? { ...place, pattern } : place)
  }
  const names = repositories.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  return twice === undefined ? repositories : new Problem(`names ${twice} twice`)
}

/** Lines of the repositories file of sbt, in the order in which it asks them. */
export function sbtRepositoryLines(
  maven: string | undefined,
  further: readonly SbtRepository[],
): string {
  return [
    'local',
    maven ? `maven-repository: ${maven.endsWith('/') ? maven : `${maven}/`}` : 'maven-central',
    ...further.map(({ name, url, pattern }) => `${name}: ${url}${pattern ? `, ${pattern}` : ''}`),
  ].join('\n')
}
