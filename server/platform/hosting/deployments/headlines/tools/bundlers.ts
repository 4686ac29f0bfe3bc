import {
  type HeadlineFinder,
  matchAfter,
  numberIn,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const advice = [
  'Repair the file that is named. If it cannot find one, mind upper and lower case, which Linux tells apart, and that the file is committed.',
]

/** esbuild, also inside of Angular. */
const esbuild: HeadlineFinder = {
  tool: 'esbuild',
  rank: 'source',
  advice,
  find(lines, at) {
    const [, sentence] = /^[✘X] \[ERROR\] (.+)$/.exec(lines[at] ?? '') ?? []
    if (sentence === undefined) return undefined
    const place = matchAfter(lines, at, 3, /^\s+([^\s:][^:]*):(\d+):(\d+):$/)
    return {
      at,
      sentence,
      file: place?.[1],
      line: numberIn(place?.[2]),
      column: numberIn(place?.[3]),
    }
  },
}

/** Vite and Rollup. */
const vite: HeadlineFinder = {
  tool: 'Vite',
  rank: 'source',
  advice,
  find(lines, at) {
    if (!/^(?:\[31m)?error during build:$/.test(lines[at] ?? '')) return undefined
    const said = matchAfter(lines, at, 3, /^\s*(?:RollupError: |Error: )?(\S.*)$/)
    if (!said) return undefined
    const place = matchAfter(lines, said.at, 3, /^file: ([^\s:][^:]*)(?::(\d+):(\d+))?$/)
    const [, own, line, column, sentence] =
      /^([^\s(][^(]*) \((\d+):(\d+)\): (.+)$/.exec(said[1] ?? '') ?? []
    return {
      at: said.at,
      sentence: sentence ?? said[1] ?? '',
      file: own ?? place?.[1],
      line: numberIn(line ?? place?.[2]),
      column: numberIn(column ?? place?.[3]),
    }
  },
}

const webpack: HeadlineFinder = {
  tool: 'webpack',
  rank: 'source',
  advice,
  find(lines, at) {
    const [, file, line, column] =
      /^ERROR in (\.?\/?[^\s:]+\.\w+)(?:[ :](\d+):(\d+)(?:-\d+(?::\d+)?)?)?$/.exec(
        lines[at] ?? '',
      ) ?? []
    if (file === undefined) return undefined
    const said = matchAfter(lines, at, 3, /^\s*(\S.*)$/)
    if (!said) return undefined
    return {
      at: said.at,
      sentence: said[1] ?? '',
      file,
      line: numberIn(line),
      column: numberIn(column),
    }
  },
}

const next: HeadlineFinder = {
  tool: 'Next.js',
  rank: 'source',
  advice: ['Repair the file that is named; next build on your machine shows the same error.'],
  find(lines, at) {
    if (!/^(?:> )?(?:Failed to compile|Build error occurred)\.?$/.test((lines[at] ?? '').trim()))
      return undefined
    const place = matchAfter(lines, at, 4, /^(\.\/[^\s:]+\.\w+)(?::(\d+):(\d+))?$/)
    const said = place && matchAfter(lines, place.at, 3, /^(?:Type error: |Error: +)?\s*(\S.*)$/)
    if (!said) return undefined
    return {
      at: said.at,
      sentence: said[1] ?? '',
      file: place[1],
      line: numberIn(place[2]),
      column: numberIn(place[3]),
    }
  },
}

export const bundlers: readonly HeadlineFinder[] = [esbuild, vite, webpack, next]
