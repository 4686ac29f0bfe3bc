/** Files assumed slow before the first measurement, slowest first. */
const slowest = [
  'scenarios/play2.full',
  'scenarios/languages-around.full',
  'scenarios/request-flow.full',
  'scenarios/upgrade-from-releases.full',
  'scenarios/java.full',
  'scenarios/redmine.full',
  'scenarios/python-versions.full',
  'scenarios/killed-upgrade.full',
  'scenarios/play3.full',
  'scenarios/rails.full',
  'scenarios/ruby-servers.full',
  'scenarios/rust.full',
  'scenarios/upgrade.full',
  'scenarios/wars.full',
  'scenarios/upgrade-postgresql.full',
  'scenarios/go-database.full',
  'scenarios/play1.full',
  'scenarios/play1-databases.full',
  'box/database-servers.full',
  'scenarios/examples-frameworks.full',
  'scenarios/private-registries.full',
  'scenarios/health-after-switch.full',
  'box/disk-exhaustion.full',
  'box/dependency-poisoning.full',
  'scenarios/examples-managers.full',
  'scenarios/python-frameworks.full',
  'scenarios/php-frameworks.full',
  'box/backup-restore.full',
  'scenarios/built-in-providers-conform.full',
  'scenarios/downloads.full',
  'scenarios/stock-client',
  'scenarios/stock-deployments.full',
  'scenarios/sbt',
  'scenarios/stock-addons.full',
  'scenarios/stock-account.full',
  'scenarios/bad-repositories.full',
  'scenarios/bad-registries.full',
  'scenarios/bad-javascript.full',
  'scenarios/shared-installations.full',
  'scenarios/ssh-dependency.full',
  'scenarios/signals.full',
  'scenarios/kill.full',
  'scenarios/guides.full',
  'scenarios/examples',
].map((name) => `tests/${name}.test.ts`)

/** Milliseconds of each file in the last run. */
export type Timings = Record<string, number>

/** Whether a file starts whole platforms, which wait for other processes half of the time. */
export const startsPlatforms = (file: string): boolean => /^tests\/(scenarios|box)\//.test(file)

/** Slowest first, so that none of them is left over on one CPU at the end. */
export function slowestFirst(files: readonly string[], timings: Timings = {}): string[] {
  const guess = (file: string) => {
    const place = slowest.indexOf(file)
    return timings[file] ?? (place < 0 ? 0 : 100_000 - place * 1000)
  }
  return [...files].sort((one, other) => guess(other) - guess(one))
}

/** Files that took longer are not batched, because the others would wait for them. */
const maxInBatch = 5000
const perBatch = 24
/** Sandboxes, routers, database servers, browsers and laws count as large before the first measurement. */
const startsPrograms =
  /^(server\/(engines\/process|routers|stores\/postgresql)|providers|tests\/(console|laws))\//

/** Splits files into those that run alone, and batches of small ones; too few are not worth a batch. */
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
