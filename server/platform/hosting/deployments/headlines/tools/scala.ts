import {
  findByPattern,
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const patterns = [
  // [error] /app/app/controllers/Home.scala:12:5: not found: value foo
  /^\[error\] (?<file>\/?[^\s:][^:]*\.(?:scala|java|html|txt|xml|js|sc|sbt)):(?<line>\d+)(?::(?<column>\d+))?: (?:error: )?(?<sentence>\S.*)$/,
  // [error] /app/conf/routes:5:1: …
  /^\[error\] (?<file>\/?[^\s:][^:]*\/conf\/(?:[\w.-]+\.)?routes):(?<line>\d+)(?::(?<column>\d+))?: (?<sentence>\S.*)$/,
  // /app/build.sbt:3: error: not found: value foo
  /^(?<file>\/?[^\s:][^:]*\.sbt):(?<line>\d+): error: (?<sentence>\S.*)$/,
]

const compiler: HeadlineFinder = {
  tool: 'Scala',
  rank: 'source',
  advice: ['sbt compile on your machine shows all errors.'],
  find(lines, at) {
    for (const pattern of patterns) {
      const found = findByPattern(lines, at, pattern)
      if (found) return found
    }
    return findScala3(lines, at)
  },
}

/** Scala 3 draws the line, and writes below it what is wrong. */
function findScala3(lines: readonly string[], at: number) {
  const [, kind, file, line, column] =
    /^\[error\] -- ((?:\[E\d+\] )?[A-Z][\w ]*Error): ([^\s:][^:]*):(\d+):(\d+) -*\s*$/.exec(
      lines[at] ?? '',
    ) ?? []
  if (file === undefined) return undefined
  const said = matchAfter(lines, at, 8, /^\[error\]\s+\|\s*([^\s|^].*)$/)
  return {
    at: said?.at ?? at,
    sentence: said?.[1] ?? kind ?? '',
    file,
    line: numberIn(line),
    // Counted from 0.
    column: Number(column) + 1,
  }
}

const sbt: HeadlineFinder = {
  tool: 'sbt',
  rank: 'tool',
  advice: ['Run the same task of sbt on your machine, in a fresh clone.'],
  find(lines, at) {
    const [, missing] =
      /^\[error\] +(?:\([^)]*\) +)?(?:\S+ResolveException: )?(Error downloading \S.*|unresolved dependency: \S.*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (missing !== undefined) {
      return {
        at,
        sentence: missing,
        advice: [
          'Look for a typing error in the dependency of build.sbt or project/plugins.sbt; %% adds the version of Scala to the name, % does not.',
        ],
      }
    }
    const [, sentence] =
      /^\[error\] ((?:Not a valid (?:command|key|project ID)|No tests to run|Expected ).*|\((?!.*Compilation failed)[^)]*\) \S.*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    return sentence === undefined ? undefined : { at, sentence }
  },
}

/** Play 1 compiles when it starts. */
const play1: HeadlineFinder = {
  tool: 'Play',
  rank: 'source',
  advice: ['play precompile on your machine shows the same.'],
  find(lines, at) {
    const [, kind, file, line] =
      /^(?:~ )?((?:Compilation|Template compilation|Template execution) error) \(In (\/\S+) around line (\d+)\)$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (file === undefined) return undefined
    const said = matchAfter(lines, at, 2, /Error raised is : (\S.*)$/)
    return {
      at: said?.at ?? at,
      sentence: said?.[1] ?? kind ?? '',
      file,
      line: numberIn(line),
    }
  },
}

export const scala: readonly HeadlineFinder[] = [compiler, play1, sbt]
