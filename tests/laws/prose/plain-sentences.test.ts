import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { isTest, isTypeScript, type SourceFile, sourceTree } from '#tests/laws/source-tree.ts'
import { countPhrases, withoutComments } from './translated-phrases.ts'

const root = join(import.meta.dirname, '../../..')

/** Folders with messages that users read: CLI, pages, e-mails, API refusals, visitors' pages. */
const folders = [
  'cli',
  'client',
  'console',
  'server/api',
  'server/platform',
  'server/git',
  'server/routers',
]

/** Phrases that new users had to read twice, and their replacements. */
const odd: readonly [phrase: RegExp, instead: string][] = [
  [/\bis no (moment|manifest|JSON object|path)\b/, 'Invalid …: use …'],
  [/that is meant['`]/, '… id or name'],
  [/nobody can be asked here/, 'Not a terminal: pass --yes to confirm.'],
  [/credentials or the signature are wrong/, 'Your login has expired or was revoked.'],
  [/Look into your mail/, 'Check your email'],
  [/unwanted mail/, 'spam folder'],
  [/Let a program act/, 'Authorize <name>'],
  [/['`>]Go on\b/, 'Continue'],
  [/Nothing listens at/, '… did not answer (connection refused).'],
  [/\bis (at it|on its way to)\b/, 'is still working on it'],
  [/\b[Bb]egin again\b/, 'Start over'],
  [/\bsomebody\b.*\basked for\b/i, 'Someone asked'],
  [/\bfor good['`:]/, 'permanently'],
  [/\bas it is listed\b/, 'id from the list'],
  [/\bthe same again\b/i, 'Repeat …'],
]

/** Folders whose texts people read, tests apart. */
const spoken = /^(cli|client|console|kit|protocol|providers|server)\//

/** Names of classes and types with several capitals, such as `CancelledError`. */
const declared = /^\s*(?:export )?(?:abstract )?(?:class|interface|type) ([A-Z][a-z]+[A-Z]\w*)/gm

/** Texts in quotes on one line; the console keeps its own in `texts/`. */
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g

/** The name that a class gives its errors, and comparisons with it. */
const isName = /\bname (?:=|[!=]==) $/

/** Kinds of the API's own, and of cards of Teams, which the code has types of. */
const wireValues: readonly string[] = ["'ExternalPeer'", "'NetworkGroup'", "'TextRun'"]

/** Names of the code in the texts of a file. */
function codeWords({ path, text }: SourceFile, names: ReadonlySet<string>): string[] {
  const read = withoutComments(text)
  return Array.from(read.matchAll(literal))
    .filter(({ index }) => !isName.test(read.slice(Math.max(0, index - 12), index)))
    .filter(([one]) => !wireValues.includes(one))
    .map(([one]) => one.replaceAll(/\$\{[^}]*\}/g, ''))
    .filter((one) => (one.match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? []).some((word) => names.has(word)))
    .map((one) => `${path}: ${one}`)
}

test('plain sentences: no text has the name of a class or a type in it', () => {
  const files = sourceTree().filter(isTypeScript)
  const names = new Set(
    files.flatMap(({ text }) => Array.from(text.matchAll(declared), ([, name = '']) => name)),
  )
  const wrong = { path: 'x.ts', text: 'say(`CancelledError the invitation.`)' }
  assert.equal(codeWords(wrong, names).length, 1)
  assert.deepEqual(codeWords({ path: 'x.ts', text: "this.name = 'CancelledError'" }, names), [])
  const found = files
    .filter((file) => spoken.test(file.path) && !isTest(file))
    .flatMap((file) => codeWords(file, names))
  assert.deepEqual(found, [])
})

test('plain sentences: user-visible messages have none of the odd phrases', () => {
  const found = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.ts$/.test(file))
    .flatMap((file) => {
      const text = withoutComments(readFileSync(join(root, file), 'utf8'))
      return odd
        .filter(([phrase]) => phrase.test(text))
        .map(([phrase, instead]) => `${file}: ${phrase.source} (better: ${instead})`)
    })
  assert.deepEqual(found, [])
})

test('phrases: those that read as translated are counted in pages and in texts, not in comments', () => {
  const counts = countPhrases([
    {
      path: 'docs/guides/a.md',
      text: 'This is no page; there is no other.\n```\nby itself\n```\n',
    },
    { path: 'docs/reference/a.md', text: 'of its own' },
    { path: 'cli/a.ts', text: "// of its own\nsay('Start it anew, by itself.')" },
    { path: 'cli/a.test.ts', text: "say('anew')" },
    { path: 'kit/a.ts', text: "say('anew')" },
  ])
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  assert.deepEqual(Object.fromEntries(found), { 'is no …': 1, anew: 1, 'by itself': 1 })
})
