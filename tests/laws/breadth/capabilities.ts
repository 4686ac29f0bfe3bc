import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOffers } from '#built-in-providers/offer.ts'
import { commandFiles } from '#cli/commands.ts'
import { roles } from '#platform/model/identity/accounts/organisation.ts'
import { buildTools } from '#runtimes/node/package-managers/package-managers.ts'
import { runtimeEntries } from '#runtimes/runtime-entries.ts'
import { settingList } from '#settings/setting-list.ts'
import { root, sourceTree } from '#tests/laws/source-tree.ts'

/** Something that the reference promises, and that a test which people wait for has to go through. */
export interface Capability {
  /** Such as `command drain`. */
  name: string
  /** One of these is in each test of it; without any, the table has words of it. */
  words: readonly string[]
}

/** What the reference pages promise, from the tables that they are generated from, and the members of each family. */
export async function listCapabilities(): Promise<Capability[]> {
  const firstWords = new Set(commandFiles.flatMap(({ words: [own = ''] }) => own.split(' ', 1)))
  const offers = await readOffers()
  return [
    { name: 'endpoints', words: ['allEndpoints'] },
    { name: 'documentation', words: [] },
    ...Array.from(firstWords, (word) => ofWords('command', word, quoted(word))),
    ...roles.map((role) => ofWords('role', role, quoted(role))),
    ...runtimeEntries.map(({ type }) => ofWords('type', type, quoted(type))),
    ...[...buildTools, 'deno'].map((tool) => ofWords('build tool', tool, quoted(tool))),
    ...offers.map(({ id }) => ofWords('provider', id, quoted(id))),
    ...settingTopics(),
    ...foldersOf('console/pages').map((area) => ofWords('console', area, [])),
    ...familyMembers(),
  ]
}

const ofWords = (kind: string, name: string, words: readonly string[]): Capability => ({
  name: `${kind} ${name}`,
  words,
})

/** As an argument of its own, or as the first of several in one text. */
const quoted = (word: string) => [`'${word}'`, `'${word} `, `\`${word} `, `berth ${word}`]

/** Each file of settings, with those in it: tests set them by their variables, or as values of a platform. */
function settingTopics(): Capability[] {
  return sourceTree('server/settings/topics')
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ path, text }) => {
      const own = Object.entries(settingList).filter(([, { variable }]) =>
        text.includes(`'${variable}'`),
      )
      // A key of one word may be about anything.
      const words = own.flatMap(([key, { variable }]) =>
        /[A-Z]/.test(key) ? [variable, key] : [variable],
      )
      return ofWords('settings', path.replace(/^.*\/|\.ts$/g, ''), words)
    })
}

/** Members of the families that touch the world, from the table of the architecture. */
function familyMembers(): Capability[] {
  const table = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  return ['engines', 'routers', 'stores', 'toolchains'].flatMap((family) => {
    const row = table.split('\n').find((line) => line.startsWith(`| ${family} |`))
    const members = row?.split('|')[3]?.matchAll(/`([\w-]+)`/g) ?? []
    return Array.from(members, ([, member = '']) => ofWords(family, member, []))
  })
}

const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  )
