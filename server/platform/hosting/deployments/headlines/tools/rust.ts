import {
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const arrow = /^\s*--> ([^\s:][^:]*):(\d+):(\d+)$/

const compiler: HeadlineFinder = {
  tool: 'rustc',
  rank: 'source',
  advice: ['cargo check on your machine shows all errors.'],
  find(lines, at) {
    const [, code = '', sentence] = /^error(\[E\d+\])?: (\S.*)$/.exec(lines[at] ?? '') ?? []
    const place = sentence === undefined ? undefined : matchAfter(lines, at, 3, arrow)
    if (!place) return undefined
    const name = code === '' ? '' : `${code.slice(1, -1)}: `
    return {
      at,
      sentence: `${name}${sentence}`,
      file: place[1],
      line: numberIn(place[2]),
      column: numberIn(place[3]),
    }
  },
}

const cargo: HeadlineFinder = {
  tool: 'Cargo',
  rank: 'tool',
  advice: [
    'Look at the dependencies of Cargo.toml: cargo update on your machine tells the same. Commit Cargo.lock.',
  ],
  find(lines, at) {
    const [, sentence] =
      /^error: ((?:failed to (?:select|get|load|parse|resolve|download|run custom build)|no matching package|linker |could not find `Cargo|the lock file |package `|rustc \d|unable to update ).*)$/.exec(
        lines[at] ?? '',
      ) ?? []
    return sentence === undefined ? undefined : { at, sentence }
  },
}

const panic: HeadlineFinder = {
  tool: 'Rust',
  rank: 'source',
  advice: ['RUST_BACKTRACE=1 as a variable shows how the program came there.'],
  find(lines, at) {
    const [, file, line, column] =
      /^thread '[^']*'(?: \(\d+\))? panicked at ([^\s:][^:]*):(\d+):(\d+):$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (file === undefined) return undefined
    const next = lines[at + 1] ?? ''
    return {
      at: next === '' ? at : at + 1,
      sentence: `panic: ${next}`,
      file,
      line: numberIn(line),
      column: numberIn(column),
    }
  },
}

export const rust: readonly HeadlineFinder[] = [compiler, cargo, panic]
