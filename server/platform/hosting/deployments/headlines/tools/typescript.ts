import {
  findByPattern,
  type HeadlineFinder,
} from '#platform/hosting/deployments/headlines/headline-finder.ts'

const patterns = [
  // src/cart.ts(3,9): error TS2322: …
  /^(?<file>[^\s():][^():]*)\((?<line>\d+),(?<column>\d+)\): error (?<sentence>TS\d+: .+)$/,
  // src/cart.ts:3:9 - error TS2322: …, and Angular with a word before it
  /^(?:Error: )?(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+) - error (?<sentence>TS-?\d+: .+)$/,
  // error TS18003: No inputs were found in config file …
  /^error (?<sentence>TS\d+: .+)$/,
]

export const typescript: HeadlineFinder = {
  tool: 'TypeScript',
  rank: 'source',
  advice: [
    'Repair it where the compiler points, and run the same build on your machine before you push: npx tsc --noEmit shows all of its errors.',
  ],
  find(lines, at) {
    for (const pattern of patterns) {
      const found = findByPattern(lines, at, pattern)
      if (found) return found
    }
    return undefined
  },
}
