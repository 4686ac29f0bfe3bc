import {
  findByPattern,
  type HeadlineFinder,
  matchAfter,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const patterns = [
  // PHP Parse error:  syntax error, unexpected … in /app/index.php on line 3
  /^(?:PHP )?(?:Fatal|Parse|Compile|Recoverable fatal) error: +(?<sentence>\S.*) in (?<file>\/\S+) on line (?<line>\d+)$/,
  // PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /app/index.php:3
  /^(?:PHP )?Fatal error: +(?:Uncaught )?(?<sentence>\S.*) in (?<file>\/[^\s:]+):(?<line>\d+)$/,
]

const interpreter: HeadlineFinder = {
  tool: 'PHP',
  rank: 'source',
  advice: [
    'php -l on the file tells the same on your machine; mind the version of PHP (CC_PHP_VERSION).',
  ],
  find(lines, at) {
    for (const pattern of patterns) {
      const found = findByPattern(lines, at, pattern)
      if (found) return found
    }
    return undefined
  },
}

const composer: HeadlineFinder = {
  tool: 'Composer',
  rank: 'tool',
  advice: ['composer install on your machine, in a fresh clone, shows the same.'],
  find(lines, at) {
    const line = lines[at] ?? ''
    if (
      /^Your requirements could not be resolved to an installable set of packages\.$/.test(line)
    ) {
      const problem = matchAfter(lines, at, 4, /^\s+- (\S.*)$/)
      return {
        at: problem?.at ?? at,
        sentence: problem?.[1] ?? line,
        advice: [
          'Choose versions that fit in composer.json, run composer update on your machine, and commit composer.lock. An extension (ext-…) is enabled with ENABLE_<NAME>=true.',
        ],
      }
    }
    const [, sentence] =
      /^(Your lock file does not contain a compatible set of packages\..*|\s*Could not find (?:a matching version of )?package \S.*|"?\.?\/?composer\.json"? does not (?:contain valid JSON|match the expected JSON schema).*)$/.exec(
        line,
      ) ?? []
    if (sentence === undefined) return undefined
    return {
      at,
      sentence: sentence.trim(),
      advice: ['Run composer update on your machine, and commit composer.json with composer.lock.'],
    }
  },
}

export const php: readonly HeadlineFinder[] = [interpreter, composer]
