import { parentPort } from 'node:worker_threads'
import type { TreeAnswer, TreeRequest } from './run-tree-job.ts'
import { doTreeJob } from './tree-jobs.ts'
import { TreeBudgetError } from './tree-walk.ts'

/** Worker thread: one job after the other, with blocking system calls. */
parentPort?.on('message', (request: TreeRequest) => parentPort?.postMessage(answerTo(request)))

function answerTo({ job, budget, timeout }: TreeRequest): TreeAnswer {
  try {
    return { result: doTreeJob(job, { ...budget, deadline: performance.now() + timeout }) }
  } catch (error) {
    if (error instanceof TreeBudgetError) return { budget: error.limit }
    const { code, message } = error as NodeJS.ErrnoException
    return { code, message }
  }
}
