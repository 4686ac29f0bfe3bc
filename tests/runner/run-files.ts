import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'
import { poolEnvironment } from '#tests/support/platform/pool/lease.ts'
import type { PlatformPool } from '#tests/support/platform/pool/platform-pool.ts'
import { noTotals, type Outcome, runTestFile } from '#tests/test-file.ts'
import { intoBatches, slowestFirst, startsPlatforms, type Timings } from '#tests/test-order.ts'
import { canShareProcess, runBatch } from './batch.ts'

/** On a new machine some of them download 200 MB and compile for minutes; a batch has 24 files. */
const timeout = 900_000
/** One of them makes base images and deploys ten times on three machines that share this one. */
const clusterTimeout = 3_600_000

const isOfCluster = (file: string) => file.startsWith('tests/cluster/')

/** What is told while files are run. */
export interface RunListener {
  /** These files have been started, in one process. */
  onStart(files: readonly string[]): void
  onOutcome(outcome: Outcome): void
}

/** How many files run at a time: one on each processor, and besides those that mostly wait. */
export const workersFor = (files: readonly string[]) => ({
  processors: availableParallelism(),
  besides: files.some(isOfCluster) ? 0 : 2,
})

/**
 * Runs the files and reports each result. Tests of whole platforms mostly wait for a package manager or another
 * process, so other files run beside them; those of clusters keep the processors busy with machines of their own.
 */
export async function runFiles(
  files: readonly string[],
  { timings, pool }: { timings: Timings; pool: PlatformPool },
  { onStart, onOutcome }: RunListener,
): Promise<void> {
  const platforms = slowestFirst(files.filter(startsPlatforms), timings)
  const others = files.filter((file) => !startsPlatforms(file))
  const { alone, batches } = intoBatches(others, canShare, timings)
  const ofPlatforms = platforms.map((file) => [file]).values()
  const ofOthers = [...slowestFirst(alone, timings).map((file) => [file]), ...batches].values()
  const work = async (...queues: Iterable<string[]>[]) => {
    for (const queue of queues) {
      for (const job of queue) {
        onStart(job)
        for (const outcome of await runJob(job, pool)) onOutcome(outcome)
      }
    }
  }
  const { besides, processors } = workersFor(files)
  await Promise.all([
    ...Array.from({ length: besides }, () => work(ofPlatforms, ofOthers)),
    ...Array.from({ length: processors }, () => work(ofOthers, ofPlatforms)),
  ])
}

export const canShare = (path: string) => canShareProcess(readFileSync(join(root, path), 'utf8'))

async function runJob(files: string[], pool: PlatformPool): Promise<Outcome[]> {
  const [file = ''] = files
  if (files.length === 1) return [await runLeasing(file, pool)]
  const { outcomes, unfinished, isBroken, output } = await runBatch(files, timeout)
  const done = [...outcomes]
  for (const file of unfinished) done.push(await runTestFile(file, timeout))
  if (isBroken && done.every((outcome) => outcome.output === undefined))
    done.push(brokenBatch(files, output))
  return done
}

/** Runs a file that may ask the pool for platforms; what those have worked for it is counted with it. */
async function runLeasing(file: string, pool: PlatformPool): Promise<Outcome> {
  const outcome = await runTestFile(
    file,
    isOfCluster(file) ? clusterTimeout : timeout,
    poolEnvironment(pool.socket, file),
  )
  const cpu = pool.release(file, outcome.output === undefined)
  return { ...outcome, cpu: outcome.cpu === undefined ? undefined : outcome.cpu + cpu }
}

/** A crashed batch is a failure, even if each of its files passes alone. */
const brokenBatch = (files: string[], output: string): Outcome => ({
  file: files.join(' '),
  totals: { ...noTotals, tests: 1, fail: 1 },
  milliseconds: 0,
  cpu: undefined,
  remarks: [],
  output: `${output}\nThe process of these files ended badly, and each of them passes alone.`,
})
