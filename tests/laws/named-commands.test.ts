import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminUsage } from '#admin/usage.ts'
import { commandFiles, loadCommands } from '#cli/commands.ts'
import { type Options, sharedOptions } from '#cli/define-command.ts'
import { versionUsage } from '#installation/usage.ts'
import { settingList } from '#settings/setting-list.ts'
import { systemdUsage } from '#systemd/usage.ts'
import { edgeUsage } from '#wiring/router/edge-usage.ts'
import { root, sourceTree } from './source-tree.ts'

/** Options by command, in each of its names; undefined where all words are passed on. */
const known = new Map<string, readonly string[] | undefined>()
for (const { words, options, rest } of await loadCommands()) {
  const names = commandFiles.find((file) => file.words[0] === words)?.words ?? [words]
  const all: Options = { ...sharedOptions, ...options }
  const typed = Object.entries(all).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short ? [`-${short}`] : []),
  ])
  for (const name of names) known.set(name, rest === undefined ? typed : undefined)
}
/** First words that stand for all commands below them: "`berth ng …`". */
const topics = new Set([...known.keys()].flatMap((words) => words.split(' ').slice(0, -1)))

/** Commands of the tool that a page has, in code between the lines and in blocks. */
const commandsIn = (page: string): string[] => [
  ...Array.from(page.matchAll(/`berth ([^`\n]+)`/g), ([, words = '']) => words),
  ...Array.from(page.matchAll(/^ *(?:\$ )?berth ([^\n`|]+)$/gm), ([, words = '']) => words),
]

/** What is wrong with a command, if anything. */
function problemOf(typed: string): string | undefined {
  const words = typed.replace(/ #.*$/, '').trim().split(/\s+/)
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    if (!known.has(name)) continue
    const options = known.get(name)
    if (options === undefined) return undefined
    // Text in quotes may have dashes of its own.
    const plain = typed.replaceAll(/"[^"]*"|'[^']*'/g, '""')
    const unknown = Array.from(
      plain.matchAll(/(?<= )--?[a-z][\w-]*/g),
      ([option]) => option,
    ).filter((option) => !options.includes(option))
    return unknown.length > 0 ? `berth ${name} has no ${unknown.join(', ')}` : undefined
  }
  const [first = ''] = words
  return topics.has(first) || /^[<…-]/.test(first) ? undefined : `there is no \`berth ${typed}\``
}

/** Every page that people write. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(reference|decisions|measurements)\//.test(name))
    .map((name) => join('docs', name)),
]

/** Variables that a page about CI chooses itself. */
const ofExamples = ['BERTH_API', 'BERTH_APP', 'BERTH_GIT', 'BERTH_X']

test('documentation: every command of the tool that a page names is there, with its options', () => {
  const problems = pages.flatMap((file) =>
    commandsIn(readFileSync(join(root, file), 'utf8')).flatMap((typed) => {
      const problem = problemOf(typed)
      return problem === undefined ? [] : [`${file}: ${problem}`]
    }),
  )
  assert.deepEqual(problems, [])
})

/** Commands of `berth-server`, from its help. */
const serverCommands = Array.from(
  [systemdUsage, versionUsage, edgeUsage, adminUsage].join('\n').matchAll(serverWords()),
  ([, words = '']) => words,
)

/** The first word after the program, or two of `admin`. */
function serverWords(): RegExp {
  return /\bberth-server ((?:admin )?[a-z][a-z-]*)/g
}

test('documentation: every command of berth-server that a page names is there', () => {
  assert.ok(serverCommands.length > 8)
  const unknown = pages.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(serverWords()), ([, words = '']) =>
      serverCommands.includes(words) || words === 'admin' ? [] : [`${file}: berth-server ${words}`],
    ).flat(),
  )
  assert.deepEqual(unknown, [])
})

test('law of named commands: detects an unknown command and an unknown option', () => {
  const page =
    'Use `berth nothing`.\n```sh\nberth deploy --fast   # a comment\n```\n`berth env set A=1`'
  assert.deepEqual(commandsIn(page).map(problemOf), [
    'there is no `berth nothing`',
    undefined,
    'berth deploy has no --fast',
  ])
})

test('documentation: every setting and variable that a page names is there', () => {
  const settings = Object.values(settingList).map(({ variable }) => variable)
  const sources = sourceTree().filter(({ path }) => /^(cli|server)\//.test(path))
  const inCode = new Set(
    sources.flatMap(({ text }) => text.match(/\b(?:BERTH|CC)_[A-Z0-9_]+(?:<n>)?/g) ?? []),
  )
  const all = new Set([...settings, ...ofExamples, ...inCode])
  const unknown = pages.flatMap((file) => {
    const names = readFileSync(join(root, file), 'utf8').match(
      /\b(?:BERTH|CC)_[A-Z0-9_]*[A-Z0-9]\b/g,
    )
    return [...new Set(names)]
      .filter((name) => !all.has(name) && !all.has(name.replace(/_\d+$/, '_<n>')))
      .map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(unknown, [])
})
