import { isTest, type SourceFile } from '#tests/laws/source-tree.ts'

/** Phrases that read as translated from another language. */
export const translatedPhrases: readonly [name: string, phrase: RegExp][] = [
  ['is no …', /(?<!there |There )\b(?:is|are) no (?!longer\b|more\b)\w/g],
  ['for so long', /\b(?:for|as) so long\b/g],
  ['anew', /\banew\b/g],
  ['of its own', /\bof (?:its|their|our|your|his) own\b/g],
  ['by itself', /\bby (?:itself|themselves)\b/g],
  ['what is there', /\b(?:what|who|that) is there\b/g],
  ['that comes along', /\bcomes? along\b/g],
  ['is told', /\b(?:is|are) told\b/g],
]

/** Pages that people read; the reference pages repeat texts of the code. */
const isPage = (path: string) =>
  /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(path) && !path.startsWith('docs/reference/')

const speaks = /^(cli|client|console|protocol|providers|server)\/.*\.tsx?$/

/** The text of a file outside of comments, roughly. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** What people read of a file: a page as a whole, of code its texts. */
function readableText(file: SourceFile): string {
  if (isPage(file.path)) return file.text.replace(/```[\s\S]*?```/g, '')
  return speaks.test(file.path) && !isTest(file) ? withoutComments(file.text) : ''
}

/** Counts each phrase in pages and in the texts of programs. */
export function countPhrases(files: readonly SourceFile[]): Record<string, number> {
  const texts = files.map(readableText)
  const count = (phrase: RegExp) =>
    texts.reduce((sum, text) => sum + (text.match(phrase)?.length ?? 0), 0)
  return Object.fromEntries(translatedPhrases.map(([name, phrase]) => [name, count(phrase)]))
}

/** In one line, for whoever runs the checks. */
export const describePhrases = (counts: Readonly<Record<string, number>>): string =>
  `phrases that read as translated: ${Object.entries(counts)
    .map(([name, count]) => `${count} × "${name}"`)
    .join(', ')}`
