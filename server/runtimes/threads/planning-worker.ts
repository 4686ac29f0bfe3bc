import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { runtimeEntries } from '#runtimes/runtime-entries.ts'
import {
  catalogueOf,
  failureOf,
  type PlanningJob,
  recordOf,
  type SourceAnswer,
  type WorkerMessage,
} from './thread-messages.ts'

// Node warns on every use that type stripping is experimental; this program itself runs by it.
process.removeAllListeners('warning')

/** Worker thread: plans one recipe, and asks its parent for the files. */
const { type, environment, commit, catalogue } = workerData as PlanningJob
const pending = new Map<number, (answer: SourceAnswer) => void>()

const tell = (message: WorkerMessage) => parentPort?.postMessage(message)

async function ask(method: 'read' | 'list', path: string): Promise<unknown> {
  const id = pending.size
  const answered = new Promise<SourceAnswer>((resolve) => pending.set(id, resolve))
  tell({ id, method, path })
  const answer = await answered
  if ('failure' in answer) throw failureOf(answer.failure)
  return answer.value
}

const source: Source = {
  commit,
  read: async (path) => (await ask('read', path)) as string | undefined,
  list: async (folder) => (await ask('list', folder)) as string[],
  extract: () => Promise.reject(new Error('planning extracts nothing')),
}

parentPort?.on('message', (answer: SourceAnswer) => pending.get(answer.id)?.(answer))
const entry = runtimeEntries.find((each) => each.type === type)
if (!entry) throw new Error(`there is no runtime for ${type}`)
try {
  const runtime = await entry.load(catalogueOf(catalogue))
  tell({ recipe: await runtime.recipe(source, environment) })
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ failure: recordOf(error) })
}
