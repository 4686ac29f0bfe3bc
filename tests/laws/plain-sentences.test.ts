import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '../..')

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

/** The text of a file outside of comments, roughly. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

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
