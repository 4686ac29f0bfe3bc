import {
  type Finding,
  type HeadlineFinder,
  matchAfter,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const lockFile = (command: string) => [
  `package.json and the lock file say different things: run ${command} on your machine, and commit both files.`,
]
const versions = [
  'The registry has no such version, or no such package: look for a typing error in package.json. A private package needs its registry and token (.npmrc, NPM_TOKEN).',
]
const advice = [
  'Run the same command on your machine, in a fresh clone of the repository: what is not committed is not here either.',
]

const npmLine = /^npm (?:ERR!|error) (.*)$/

/** What npm says in so many words, by the code that it gives first. */
const npmWords: Record<string, { pattern: RegExp; advice: readonly string[] }> = {
  E404: {
    pattern: /^404 +(?:The requested resource )?('[^']+' (?:could not be found|is not in).*)$/,
    advice: versions,
  },
  ETARGET: { pattern: /^notarget (No matching version .*)$/, advice: versions },
  EUSAGE: {
    pattern: /^(`npm ci` can only install .*|The `npm ci` command can only .*)$/,
    advice: lockFile('npm install'),
  },
  ERESOLVE: {
    pattern: /^((?:peer|peerOptional) .* from .*)$/,
    advice: [
      'Two packages want different versions of a third: choose versions that fit in package.json and commit the lock file. CC_NPM_INSTALL_FLAGS=--legacy-peer-deps installs in spite of it, where the type has it.',
    ],
  },
  EJSONPARSE: {
    pattern: /^JSON\.parse (.*)$/,
    advice: ['package.json is not valid JSON: mind the commas and the quotes.'],
  },
  EBADENGINE: {
    pattern: /^(?:notsup )?(Unsupported engine.*|Not compatible with .*)$/,
    advice: ['Choose a version of Node that the package takes in "engines" of package.json.'],
  },
}

const npm: HeadlineFinder = {
  tool: 'npm',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, said = ''] = npmLine.exec(lines[at] ?? '') ?? []
    if (/^Missing script: /.test(said)) {
      return {
        at,
        sentence: said,
        advice: [
          'Add the script to "scripts" of package.json, or name another one in the setting that asks for it.',
        ],
      }
    }
    const [, code] = /^code (\w+)$/.exec(said) ?? []
    if (code === undefined) return undefined
    const words = npmWords[code]
    const found = words && matchNpm(lines, at, words.pattern)
    if (words && found) return { ...found, advice: words.advice }
    if (code === 'ELIFECYCLE') return undefined
    const command = matchNpm(lines, at, /^command ((?:sh|bash) -c .*)$/)
    const folder = matchNpm(lines, at, /^path (.*)$/)
    if (command) {
      const where = folder ? ` in ${folder.sentence}` : ''
      return { ...command, sentence: `${command.sentence} failed${where}` }
    }
    return matchNpm(
      lines,
      at,
      /^(?!code )(?:errno|syscall|path|dest|network|A complete log).*$|^(\S.*)$/,
    )
  },
}

/** The first of the next lines of npm that has a sentence. */
function matchNpm(lines: readonly string[], at: number, pattern: RegExp): Finding | undefined {
  for (let next = at + 1; next < at + 25; next += 1) {
    const [, said] = npmLine.exec(lines[next] ?? '') ?? []
    const [, sentence] = said === undefined ? [] : (pattern.exec(said.trim()) ?? [])
    if (sentence !== undefined) return { at: next, sentence }
  }
  return undefined
}

const pnpm: HeadlineFinder = {
  tool: 'pnpm',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, code, sentence] = /^\s*ERR_PNPM_(\w+)\s+(\S.*)$/.exec(lines[at] ?? '') ?? []
    if (code === undefined || sentence === undefined || /^RECURSIVE_RUN/.test(code))
      return undefined
    if (code === 'OUTDATED_LOCKFILE') return { at, sentence, advice: lockFile('pnpm install') }
    return {
      at,
      sentence,
      advice: /^(?:FETCH_404|NO_MATCHING_VERSION)/.test(code) ? versions : undefined,
    }
  },
}

/** Yarn 1. */
const classicYarn: HeadlineFinder = {
  tool: 'Yarn',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, sentence] = /^error (\S.*)$/.exec(lines[at] ?? '') ?? []
    if (sentence === undefined || /^(?:Command failed|TS\d+:)/.test(sentence)) return undefined
    // Any program may print such a line; Yarn says more below it.
    if (!matchAfter(lines, at, 20, /^info Visit https:\/\/yarnpkg\.com\//)) return undefined
    if (sentence.startsWith('Your lockfile needs'))
      return { at, sentence, advice: lockFile('yarn install') }
    return { at, sentence, advice: /^Couldn't find /.test(sentence) ? versions : undefined }
  },
}

/** Codes of Yarn 2 and later that are errors wherever they stand. */
const yarnErrors = new Set([
  '0001',
  '0009',
  '0016',
  '0027',
  '0028',
  '0035',
  '0041',
  '0046',
  '0078',
  '0080',
  '0082',
])

const yarn: HeadlineFinder = {
  tool: 'Yarn',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, code = '', sentence = ''] = /^➤ YN(\d{4}): (?:│ )?(\S.*)$/.exec(lines[at] ?? '') ?? []
    if (!yarnErrors.has(code)) return undefined
    // The changes of the lock file come before the sentence, with the same code.
    if (code === '0028' && /^[-+]/.test(sentence)) return undefined
    return {
      at,
      sentence,
      advice:
        code === '0028'
          ? lockFile('yarn install')
          : code === '0035' || code === '0082'
            ? versions
            : undefined,
    }
  },
}

const bun: HeadlineFinder = {
  tool: 'Bun',
  rank: 'tool',
  advice,
  find(lines, at) {
    const [, sentence] =
      /^error: (lockfile had changes.*|\S+ failed to resolve|No version matching .*|GET \S+ - \d+|Script not found .*|script "[^"]*" exited with code \d+)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (sentence === undefined || sentence.startsWith('script ')) return undefined
    if (sentence.startsWith('lockfile')) return { at, sentence, advice: lockFile('bun install') }
    return { at, sentence, advice: sentence.startsWith('Script') ? undefined : versions }
  },
}

export const nodePackages: readonly HeadlineFinder[] = [npm, pnpm, classicYarn, yarn, bun]
