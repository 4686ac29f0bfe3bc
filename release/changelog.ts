/** What has changed since the last release, and where it stands. */
interface Unreleased {
  begin: number
  end: number
  text: string
}

const heading = '## Unreleased\n'

/** The entries of the next release; `undefined` when the section is missing or has none. */
export function unreleasedEntries(changelog: string): string | undefined {
  const text = sectionOf(changelog)?.text
  return text !== undefined && /^- \S/m.test(text) ? text : undefined
}

/** Versions that the changelog has a section for, newest first. */
export const releasedVersions = (changelog: string): string[] =>
  Array.from(changelog.matchAll(/^## (\d+\.\d+\.\d+\S*) - /gm), ([, version = '']) => version)

/** The changelog with the unreleased entries under a version, below a new empty section. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const section = sectionOf(changelog)
  if (!section) throw new Error('CHANGELOG.md has no section "Unreleased".')
  const { begin, end, text } = section
  const released = `## ${version} - ${date}\n\n${text.trim()}\n`
  const rest = changelog.slice(end)
  return `${changelog.slice(0, begin)}${heading}\n${released}${rest === '' ? '' : `\n${rest}`}`
}

function sectionOf(changelog: string): Unreleased | undefined {
  const begin = changelog.indexOf(heading)
  if (begin < 0 || (begin > 0 && changelog[begin - 1] !== '\n')) return undefined
  const next = changelog.indexOf('\n## ', begin + heading.length - 1)
  const end = next < 0 ? changelog.length : next + 1
  return { begin, end, text: changelog.slice(begin + heading.length, end) }
}
