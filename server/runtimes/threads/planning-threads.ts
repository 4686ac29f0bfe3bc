import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { ownCompileCache } from '#kit/process/compile-cache.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import {
  catalogueRecord,
  failureOf,
  type PlanningJob,
  recordOf,
  type SourceAnswer,
  type WorkerMessage,
} from './thread-messages.ts'

/** Ten times what the largest files that may be read take. */
const timeout = 120_000
const maxMegabytes = 512
const maxThreads = 2

/** Plans the recipe of a type in a worker thread. */
export type PlanInThread = (
  type: string,
  source: Source,
  environment: Environment,
) => Promise<Recipe>

/**
 * Plans in worker threads, two at a time. Whatever a tenant has written, and however long a parser takes for it, the server's own thread only passes
 * the files on.
 */
export function createPlanningThreads(catalogue: Catalogue): PlanInThread {
  const limited = limitConcurrency({ maxConcurrent: maxThreads })
  return (type, source, environment) =>
    limited(() => {
      const job = {
        type,
        environment,
        commit: source.commit,
        catalogue: catalogueRecord(catalogue),
      }
      return planInWorker(job, source)
    })
}

async function planInWorker(job: PlanningJob, source: Source): Promise<Recipe> {
  const compileCache = ownCompileCache()
  const worker = new Worker(new URL('./planning-worker.ts', import.meta.url), {
    workerData: job,
    // Of the environment only the folder of compiled files, which more than halves the start of the thread.
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Recipe>()
  worker.on('message', (message: WorkerMessage) => {
    if ('recipe' in message) resolve(message.recipe)
    else if ('failure' in message) reject(failureOf(message.failure))
    else answerFrom(source, message).then((answer) => worker.postMessage(answer), reject)
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooMuch('memory') : error))
  worker.on('exit', () => reject(new Error('the planning thread ended without a recipe')))
  const timer = setTimeout(() => reject(tooMuch('time')), timeout)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** What a source refuses is for the planner to judge; any other error is not about its files. */
async function answerFrom(
  source: Source,
  { id, method, path }: { id: number; method: 'read' | 'list'; path: string },
): Promise<SourceAnswer> {
  try {
    return { id, value: await source[method](path) }
  } catch (error) {
    if (error instanceof Failure) return { id, failure: recordOf(error) }
    if (!(error instanceof Refusal)) throw error
    return { id, failure: recordOf(new Failure('source', error.message)) }
  }
}

const tooMuch = (what: 'time' | 'memory') =>
  new Failure(
    'recipe',
    `Reading the lock file and the settings of this application takes too much ${what}: make them smaller.`,
  )

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
