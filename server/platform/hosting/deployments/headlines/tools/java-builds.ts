import {
  type Finding,
  findByPattern,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const patterns = [
  // src/main/java/shop/Main.java:5: error: …
  /^(?<file>[^\s:][^:]*\.(?:java|groovy)):(?<line>\d+): error: (?<sentence>\S.*)$/,
  // [ERROR] /app/src/main/java/shop/Main.java:[5,13] …
  /^\[ERROR\] (?<file>\/[^:]*\.(?:java|kt|groovy|scala)):\[(?<line>\d+),(?<column>\d+)\] (?:error: )?(?<sentence>\S.*)$/,
  // e: file:///app/src/main/kotlin/Main.kt:3:9 …
  /^e: (?:file:\/\/)?(?<file>\/[^:]*\.kts?):(?<line>\d+):(?<column>\d+):? (?<sentence>\S.*)$/,
  // e: /app/src/main/kotlin/Main.kt: (3, 9): …
  /^e: (?<file>\/[^:]*\.kts?): \((?<line>\d+), (?<column>\d+)\): (?<sentence>\S.*)$/,
]

/** javac and the Kotlin compiler, also inside of Maven and Gradle. */
const compiler: HeadlineFinder = {
  tool: 'Java',
  rank: 'source',
  advice: [
    'Repair it where the compiler points. If your machine builds it, compare the versions of Java: CC_JAVA_VERSION chooses that of the platform.',
  ],
  find(lines, at) {
    for (const pattern of patterns) {
      const found = findByPattern(lines, at, pattern)
      if (found) return withSymbol(lines, found)
    }
    return undefined
  },
}

/** What cannot be found is named some lines below. */
function withSymbol(lines: readonly string[], found: Finding): Finding {
  if (!/cannot find symbol$/.test(found.sentence)) return found
  const symbol = matchAfter(lines, found.at, 3, /^(?:\[ERROR\])?\s+symbol:\s+(\S.*)$/)
  return symbol ? { ...found, sentence: `${found.sentence}: ${symbol[1]}` } : found
}

const noArtifact = [
  'Look for a typing error in group, name or version. A private repository belongs into the build file, with its login in variables.',
]

const maven: HeadlineFinder = {
  tool: 'Maven',
  rank: 'tool',
  advice: [
    'mvn package on your machine, in a fresh clone, shows the same; mvn -e shows the whole stack.',
  ],
  find(lines, at) {
    const line = lines[at] ?? ''
    const [, pom, why, row, column] =
      /^\[(?:FATAL|ERROR)\] Non-(?:readable|parseable) POM ([^\s:]+): (.*?) @(\d+):(\d+) @ ?$/.exec(
        line,
      ) ?? []
    if (pom !== undefined) {
      return { at, sentence: why ?? '', file: pom, line: numberIn(row), column: numberIn(column) }
    }
    const [, sentence] =
      /^\[ERROR\] ((?:Failed to execute goal|Unknown lifecycle phase|The goal you specified|No plugin found) .*)$/.exec(
        line,
      ) ?? []
    if (sentence === undefined) return undefined
    const isMissing = /Could not (?:resolve|find) /.test(sentence)
    return {
      at,
      sentence: sentence.replace(/ -> \[Help \d+\]$/, ''),
      advice: isMissing ? noArtifact : undefined,
    }
  },
}

const gradle: HeadlineFinder = {
  tool: 'Gradle',
  rank: 'tool',
  advice: ['./gradlew build on your machine, in a fresh clone, shows the same.'],
  find(lines, at) {
    if (lines[at] !== '* What went wrong:') return undefined
    const [what = '', why = ''] = lines.slice(at + 1, at + 3)
    const cause = why.replace(/^\s*> /, '')
    const place = /^(?:Build|Settings) file '([^']+)' line: (\d+)$/.exec(lines[at - 2] ?? '')
    const isMissing = /Could not (?:resolve|find) /.test(`${what} ${cause}`)
    const deeper = isMissing
      ? matchAfter(lines, at + 1, 4, /^\s+> (Could not find .*)$/)
      : undefined
    return {
      at: at + 1,
      sentence: `${what} ${deeper?.[1] ?? cause}`,
      file: place?.[1],
      line: numberIn(place?.[2]),
      advice: isMissing ? noArtifact : undefined,
    }
  },
}

export const javaBuilds: readonly HeadlineFinder[] = [compiler, maven, gradle]
