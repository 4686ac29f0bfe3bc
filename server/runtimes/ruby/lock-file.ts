/** What a lock file of Bundler says, as far as a plan needs it. */
export interface LockFile {
  /** Its name: `Gemfile.lock`. */
  path: string
  /** Names of all gems, those of dependencies too. */
  gems: ReadonlySet<string>
  /** Platforms that it was resolved for, such as `x86_64-linux` and `ruby`. */
  platforms: readonly string[]
  /** The version of Ruby it was made with, where the Gemfile names one: `3.3.8`. */
  ruby?: string
}

/**
 * Reads the lines that Bundler writes: sections begin with a line of capitals, `specs:` of a source lists its gems with four blanks before, and what they
 * depend on with six.
 */
export function readLockFile(path: string, text: string): LockFile {
  const gems = new Set<string>()
  const platforms: string[] = []
  let ruby: string | undefined
  let section = ''
  for (const line of text.split('\n')) {
    if (/^[A-Z]/.test(line)) {
      section = line.trim()
      continue
    }
    const [word = '', second = ''] = line.trim().split(' ')
    if (word === '') continue
    if (section === 'PLATFORMS') platforms.push(word)
    else if (section === 'RUBY VERSION' && word === 'ruby')
      ruby = /^\d+(?:\.\d+)*/.exec(second)?.[0]
    else if (sources.has(section) && /^ {4}\S/.test(line)) gems.add(word)
  }
  return { path, gems, platforms, ...(ruby && { ruby }) }
}

const sources: ReadonlySet<string> = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE'])
