import { readFile } from 'node:fs/promises'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { type OutsideFolder, serveOutside } from '#tests/support/packages/outside-folder.ts'
import { unpackEach } from '#tests/support/packages/unpack-each.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { packingScript, packUnpacked } from './packed-gems.ts'

/** Lines of Ruby whose systems pack gems, and the suites that these come from. */
const suites = { '3.1': 'bookworm', '3.3': 'trixie' } as const

type Line = keyof typeof suites

/** A gem server outside of this machine, with the gems of lock files. */
export interface GemServer extends OutsideFolder {
  /** Holds the archives in `gems`. */
  folder: string
  /** Variables with which Bundler asks this server instead of rubygems.org. */
  environment: Record<string, string>
}

/** With the gems of the newest Ruby, unless another line is named. */
export async function openGemServer(
  lockFiles: readonly string[],
  line: Line = '3.3',
): Promise<GemServer> {
  const texts = await Promise.all(lockFiles.map((path) => readFile(path, 'utf8')))
  const folder = await packedGems(gemsIn(texts), line)
  const server = await serveOutside(folder)
  return { ...server, folder, environment: { BUNDLE_MIRROR__ALL: server.address } }
}

interface Gem {
  name: string
  version: string
  /** Requirements by the names of the gems that it needs; with commas between several of one. */
  needs: Record<string, string>
}

/** Every gem of lock files, but those that are part of Ruby itself. */
function gemsIn(lockFiles: readonly string[]): Gem[] {
  const gems = new Map<string, Gem>()
  for (const text of lockFiles) {
    let gem: Gem | undefined
    for (const line of text.split('\n')) {
      const [, indent = '', name = '', inside] = /^( {4}| {6})(\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (indent.length === 6 && gem) gem.needs[name] = inside ?? '>= 0'
      if (indent.length !== 4) continue
      gem = { name, version: inside ?? '', needs: {} }
      if (!partOfRuby.has(name)) gems.set(name, gem)
    }
  }
  return [...gems.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

const partOfRuby: ReadonlySet<string> = new Set([
  ...['base64', 'benchmark', 'bigdecimal', 'date', 'drb', 'io-console', 'irb', 'logger'],
  ...['net-protocol', 'psych', 'rdoc', 'reline', 'securerandom', 'stringio', 'timeout'],
])

/** Packages that are not named after their gem. */
const packages: Readonly<Record<string, string>> = {
  'concurrent-ruby': 'ruby-concurrent',
  propshaft: 'ruby-rails-propshaft',
  ...Object.fromEntries(['puma', 'racc', 'rake', 'thin', 'unicorn'].map((name) => [name, name])),
}

const packageOf = ({ name }: Gem, line: Line): string =>
  ['net-imap', 'net-pop', 'net-smtp'].includes(name)
    ? `libruby${line}`
    : (packages[name] ?? `ruby-${name.replaceAll('_', '-')}`)

/** A folder for a gem server, made from packages of Debian once for all tests of this checkout. */
async function packedGems(gems: readonly Gem[], line: Line): Promise<string> {
  const ruby = { name: 'ruby', version: line }
  const toolFolder = await provideTools(ruby)
  const system = await toolFolder(ruby)
  const list = JSON.stringify(gems)
  return keptFolder(
    'gems',
    `${await packingScript()} ${line} ${list}`,
    async (temporary, signal) => {
      const names = [...new Set(gems.map((gem) => packageOf(gem, line)))]
      await unpackEach({ suite: suites[line], names, temporary, signal })
      await packUnpacked({ system, temporary, list, signal })
    },
  )
}
