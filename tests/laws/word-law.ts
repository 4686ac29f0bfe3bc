import { basename } from 'node:path/posix'
import { isTest, isTypeScript, type SourceFile } from './source-tree.ts'

/** File names without information. */
const emptyWords = new Set(
  'utils util helpers helper common misc manager service types index base data info handler handlers'.split(
    ' ',
  ),
)

/** Names of outside things that contain such a word. */
const properNames = /package-manager|data-folder|console\/index\.html/g

interface WordRule {
  problem: string
  pattern: RegExp
  /** Files the rule applies to. */
  where: (file: SourceFile) => boolean
}

const everywhere = () => true
const ourCode = (file: SourceFile) => isTypeScript(file) && !isTest(file)
const readsEnvironment =
  /^(cli|bench|packaging|release|tests|docs|examples|providers)\/|^server\/settings\/settings\.ts$/
const program =
  /(^|[/-])main\.ts$|^(tests\/(run|check)|bench\/run|docs\/generate|examples\/demo)\.ts$/

/** The patterns are written so that they do not match themselves. */
const rules: WordRule[] = [
  {
    problem: 'names the host of a registry; its client knows it',
    pattern:
      /\b(?:registry|repo\d?|packages|mirrors?|deb|security)\.[a-z][a-z0-9-]+\.(?:org|com|net)\b/,
    where: everywhere,
  },
  { problem: 'has a path of one machine', pattern: /(?<![\w.~-])[/]work[/]/, where: everywhere },
  {
    problem: 'leaves work for later',
    pattern: /\b(?:TO(?:DO)|FIX(?:ME)|XX(?:X))\b/,
    where: everywhere,
  },
  {
    problem: 'runs a part of the tests only',
    pattern: /\b(?:test|it|describe|suite)\s*\.\s*(?:only|skip|todo)\b|\b(?:only|skip): true\b/,
    where: isTest,
  },
  {
    problem: 'reads the environment; settings/settings.ts does that',
    pattern: /\bprocess\s*\.\s*env\b|\bprocess\[/,
    where: (file) => ourCode(file) && !readsEnvironment.test(file.path),
  },
  {
    problem: 'ends the process; only a main file may',
    pattern: /\bprocess\s*\.\s*(?:exit|abort|reallyExit)\s*\(/,
    where: (file) => ourCode(file) && !program.test(file.path),
  },
  {
    problem: 'passes text through a shell',
    pattern: /\bshell:\s*(?:true|['"])/,
    where: isTypeScript,
  },
  {
    problem: 'runs a command given as text',
    pattern:
      /\{[^}]*\bexec(?:Sync)?\b[^}]*\}\s*from\s*'node:child_process'|child_process['")\s]*\.\s*exec(?:Sync)?\(/,
    where: isTypeScript,
  },
]

/** Style rules for names. */
const styleRules: WordRule[] = [
  {
    problem: 'names a limit by a superlative; limits are called max… and min…',
    pattern:
      /\b(?:most|largest|longest)[A-Z]\w*\s*(?::\s*\w+\s*)?=(?!=)(?!\s*\()|\bconst (?:most|largest|longest) = [\d{]/,
    where: isTypeScript,
  },
  {
    problem: 'spreads an object literal into another; write its properties plainly',
    pattern: /\.\.\.[{]/,
    where: isTypeScript,
  },
  {
    problem: 'names an error without Error',
    pattern: /\bclass (?!\w*(?:Error|Refusal|Failure)\b)\w+ extends \w*Error\b/,
    where: isTypeScript,
  },
  {
    problem: 'has a word of our own for a request, an input or a version range',
    pattern: /(?:\b[w]|W)ish(?:es)?(?![a-z])/,
    where: isTypeScript,
  },
]

/** One sentence per forbidden name or text. */
export function wordBreaches(files: SourceFile[]): string[] {
  return files.flatMap((file) => [...nameBreaches(file.path), ...textBreaches(file)])
}

function nameBreaches(path: string): string[] {
  if (basename(path) === 'package.json') return []
  const words = path
    .replace(properNames, '')
    .replace(/\.[a-z]+$/, '')
    .split(/[/.-]/)
  return words.filter((word) => emptyWords.has(word)).map((word) => `${path} is named "${word}"`)
}

function textBreaches(file: SourceFile): string[] {
  const applying = [...rules, ...styleRules].filter(({ where }) => where(file))
  return applying.flatMap(({ problem, pattern }) => {
    const line = file.text.split('\n').findIndex((text) => pattern.test(text)) + 1
    const spread = line === 0 && pattern.test(file.text)
    return line > 0 || spread ? [`${file.path}:${line || 1} ${problem}`] : []
  })
}
