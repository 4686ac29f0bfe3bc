import { compareVersions, parseVersion, type TagVersion } from './tag-version.ts'

/** Patterns in which `*` stands for any characters and `?` for one. */
type TagPatterns = readonly string[]

const patternRule = /^[\w.+@*?][\w.+@*?/-]{0,99}$/
/** Names that a log can show and a command can take; git allows more. */
const tagRule = /^[\x21-\x7e]{1,200}$/

export const isTagPattern = (text: string): boolean => patternRule.test(text)

/** What to list of a repository, so that any tag of these patterns is there: peeled ones have names of their own. */
export const tagRefs = (patterns: TagPatterns): string[] =>
  patterns.map((pattern) => `refs/tags/${/^[^*?]*/.exec(pattern)?.[0] ?? ''}*`)

/**
 * The tag that is deployed: that of the highest version, and not the one made last, because a repair of an old version is
 * made after the new one.
 */
export function newestTag(tags: Iterable<string>, patterns: TagPatterns): string | undefined {
  let newest: TagVersion | undefined
  for (const name of tags) {
    if (!isDeployedTag(name, patterns)) continue
    const version = parseVersion(name)
    if (!newest || compareVersions(version, newest) > 0) newest = version
  }
  return newest?.name
}

/**
 * Whether a tag is one of those that are deployed. A pre-release is, where a pattern is meant for it: one that matches the
 * release of that pre-release as well, such as `v*`, is not.
 */
export function isDeployedTag(name: string, patterns: TagPatterns): boolean {
  if (!tagRule.test(name)) return false
  const { release, preRelease } = parseVersion(name)
  return patterns.some(
    (pattern) => isMatch(name, pattern) && (preRelease === '' || !isMatch(release, pattern)),
  )
}

/** Takes the shortest for each `*` and goes back to the last one only, so that no pattern takes longer than its product with the text. */
function isMatch(text: string, pattern: string): boolean {
  let [at, place] = [0, 0]
  let star: { place: number; at: number } | undefined
  while (at < text.length) {
    if (pattern[place] === '*') {
      star = { place, at }
      place += 1
    } else if (pattern[place] === '?' || pattern[place] === text[at]) {
      at += 1
      place += 1
    } else if (star) {
      star.at += 1
      at = star.at
      place = star.place + 1
    } else return false
  }
  return /^\**$/.test(pattern.slice(place))
}
