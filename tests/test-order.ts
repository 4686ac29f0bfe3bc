/** Those that take longest where no run has measured it yet, the longest first. */
const slowest = [
  'scenarios/own-providers-conform',
  'scenarios/examples-frameworks',
  'box/database-servers',
  'scenarios/examples-managers',
  'scenarios/private-registries',
  'scenarios/downloads',
  'scenarios/stock-client',
  'scenarios/stock-addons',
  'scenarios/bad-repositories',
  'scenarios/stock-account',
  'scenarios/ssh-dependency',
  'scenarios/signals',
  'scenarios/kill',
  'scenarios/bad-registries',
  'scenarios/examples',
  'scenarios/bad-javascript',
  'box/dependency-poisoning',
  'box/disk-exhaustion',
].map((name) => `tests/${name}.test.ts`)

/** Milliseconds that each file took in the last run. */
export type Timings = Record<string, number>

/** Whether a file starts whole platforms, which wait for other processes half of the time. */
export const startsPlatforms = (file: string): boolean => /^tests\/(scenarios|box)\//.test(file)

/** The longest first: begun early, none of them is left over at the end on one processor. */
export function slowestFirst(files: readonly string[], timings: Timings = {}): string[] {
  const guess = (file: string) => {
    const place = slowest.indexOf(file)
    return timings[file] ?? (place < 0 ? 0 : 100_000 - place * 1000)
  }
  return [...files].sort((one, other) => guess(other) - guess(one))
}

/** What took longer than this is no small file: in a batch, the others would wait for it. */
const maxInBatch = 5000
const perBatch = 12
/** Sandboxes and database servers: before a first run has measured them, they count as large. */
const startsPrograms = /^(server\/engines\/process|providers)\//

/** Splits files into those that run alone, and batches of small ones. Too few are not worth a batch. */
export function intoBatches(
  files: readonly string[],
  canShare: (file: string) => boolean,
  timings: Timings = {},
): { alone: string[]; batches: string[][] } {
  const guess = (file: string) => (startsPrograms.test(file) ? Number.POSITIVE_INFINITY : 0)
  const isSmall = (file: string) => (timings[file] ?? guess(file)) <= maxInBatch && canShare(file)
  const small = files.filter(isSmall)
  if (small.length < perBatch) return { alone: [...files], batches: [] }
  const batches: string[][] = []
  for (let from = 0; from < small.length; from += perBatch)
    batches.push(small.slice(from, from + perBatch))
  return { alone: files.filter((file) => !isSmall(file)), batches }
}
