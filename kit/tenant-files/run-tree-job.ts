import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import {
  doTreeJob,
  type MeasureJob,
  type TreeJob,
  type TreeResults,
  type TreeSize,
} from './tree-jobs.ts'
import { TreeBudgetError, type WalkBudget } from './tree-walk.ts'

/** Up to this many entries are processed in this thread, because starting a worker takes longer. */
const fewEntries = 200
const maxWorkers = 4
const idleTimeout = 10_000

/** Message to a worker and its answer. */
export interface TreeRequest {
  job: TreeJob
  budget: Omit<WalkBudget, 'deadline'>
  /** Milliseconds left: a worker's monotonic clock has another origin. */
  timeout: number
}
export type TreeAnswer =
  | { result: TreeResults[TreeJob['kind']] }
  | { budget: TreeBudgetError['limit'] }
  | { code: string | undefined; message: string }

const pass = limitConcurrency({ maxConcurrent: maxWorkers })
const idle: Worker[] = []

/** Runs a job without blocking this thread for long; a large tree is processed in a worker thread. */
export async function runTreeJob<Job extends TreeJob>(
  job: Job,
  budget: WalkBudget,
  signal?: AbortSignal,
): Promise<TreeResults[Job['kind']]> {
  const small = { ...budget, maxEntries: Math.min(fewEntries, budget.maxEntries) }
  // A comparison reads folders, so that a second one would find all of them read.
  if (job.kind !== 'compare') {
    try {
      const result = doTreeJob(job, small)
      if (job.kind !== 'measure' || isDone(job, result as TreeSize)) return result
    } catch (error) {
      if (!(error instanceof TreeBudgetError) || budget.maxEntries <= fewEntries) throw error
    }
  }
  const result = await pass(() => {
    const { deadline, ...limits } = budget
    const timeout = Math.max(0, deadline - performance.now())
    return askWorker({ job, budget: limits, timeout }, signal)
  })
  return result as TreeResults[Job['kind']]
}

const isDone = ({ maxBytes, maxInodes }: MeasureJob, size: TreeSize) =>
  size.isComplete || size.bytes > maxBytes || size.inodes > maxInodes

/** Longer than the time budget of the walk itself, which checks the clock only between system calls. */
const moreTime = 10_000

async function askWorker(
  request: TreeRequest,
  signal: AbortSignal | undefined,
): Promise<TreeResults[TreeJob['kind']]> {
  signal?.throwIfAborted()
  const worker = idle.pop() ?? startWorker()
  worker.ref()
  const answer = await new Promise<TreeAnswer>((resolve, reject) => {
    const listen = (how: 'on' | 'off') => {
      worker[how]('message', succeed)
      worker[how]('error', fail)
      worker[how]('exit', vanish)
    }
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      listen('off')
      act()
    }
    const succeed = (answer: TreeAnswer) => settle(() => resolve(answer))
    const fail = (error: Error) => {
      void worker.terminate()
      settle(() => reject(error))
    }
    const abort = () => fail(signal?.reason)
    const vanish = () => fail(new Error('the thread that walks trees has ended'))
    const timer = setTimeout(() => fail(new TreeBudgetError('time')), request.timeout + moreTime)
    listen('on')
    signal?.addEventListener('abort', abort, { once: true })
    worker.postMessage(request)
  })
  keepIdle(worker)
  if ('budget' in answer) throw new TreeBudgetError(answer.budget)
  if ('message' in answer) throw Object.assign(new Error(answer.message), { code: answer.code })
  return answer.result
}

/** Of the environment only the folder of compiled files, which more than halves the start of the thread. */
function startWorker(): Worker {
  const compileCache = ownCompileCache()
  return new Worker(new URL('./tree-worker.ts', import.meta.url), {
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
}

/** Keeps an idle worker for the next job; it does not keep the process alive. */
function keepIdle(worker: Worker): void {
  worker.unref()
  idle.push(worker)
  setTimeout(() => {
    const place = idle.indexOf(worker)
    if (place < 0) return
    idle.splice(place, 1)
    void worker.terminate()
  }, idleTimeout).unref()
}
