import { once } from 'node:events'
import type {
  Artifact,
  BuildOrder,
  Engine,
  InstanceUsage,
  InstanceWatcher,
  StartedInstance,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import { artifactGone, Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { fillHomeFile } from '#platform/model/hosting/recipe/home-file.ts'
import { refuseDockerfile } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { MemoryInstance } from './memory-instance.ts'
import { openMemorySession, runMemoryScript } from './memory-session.ts'
import { type Misbehaviour, misbehavioursOf } from './misbehaviour.ts'

export interface MemoryEngineOptions {
  watcher: InstanceWatcher
  /** Misbehaviours of every build and instance, in addition to those in an application's variable `MISBEHAVE`. */
  misbehave?: readonly Misbehaviour[]
  /** What each instance claims to use, by its id; a test may change it at any time. Nothing when absent. */
  usage?: ReadonlyMap<string, UsageFigures>
}

export type UsageFigures = Omit<InstanceUsage, 'instanceId' | 'applicationId'>

const idle: UsageFigures = {
  cpuSeconds: 0,
  memoryBytes: 0,
  diskBytes: 0,
  receivedBytes: 0,
  sentBytes: 0,
}

interface MemoryHandle {
  commit: string
  environment: Environment
  workers: number
  isTask: boolean
  /** Runs nothing itself, so that nothing of it misbehaves. */
  isIdle: boolean
  applicationId: ApplicationId
}

const host = '127.0.0.1'

/** Engine for tests that runs inside this process: an artifact is a commit, an instance a small HTTP server. */
export function createMemoryEngine({
  watcher,
  misbehave = [],
  usage = new Map(),
}: MemoryEngineOptions): Engine {
  const artifacts = new Map<string, string>()
  const instances = new Map<string, MemoryInstance>()
  const applications = new Map<string, ApplicationId>()
  const runs = new Map<string, number>()

  const run = async (instanceId: string, handle: MemoryHandle, port: number) => {
    const misbehaviours = misbehavioursOf(handle.environment, misbehave)
    const run = (runs.get(instanceId) ?? 0) + 1
    runs.set(instanceId, run)
    if (misbehaviours.has('exit-twice') && run <= 2) misbehaviours.add('exit')
    if (misbehaviours.has('fail-start')) throw new Failure('start', 'The instance did not start')
    const own = handle.isIdle ? new Set<Misbehaviour>(['never-listen']) : misbehaviours
    const instance = await MemoryInstance.start({ ...handle, misbehaviours: own }, port, {
      onLine: (line) => watcher.onLine(instanceId, line),
      onExit: (code) => watcher.onExit({ instanceId, code }),
    })
    instances.set(instanceId, instance)
    applications.set(instanceId, handle.applicationId)
    for (let worker = 0; worker < handle.workers; worker++) watcher.onLine(instanceId, 'working')
    return { instanceId, address: { host, port: instance.port }, handle }
  }

  const start = async ({
    instanceId,
    applicationId,
    artifact,
    recipe,
    environment,
    say,
    signal,
    isIdle = false,
  }: StartOrder & { isIdle?: boolean }) => {
    const commit = artifacts.get(artifact.id)
    if (commit === undefined) throw new Failure('start', 'The artifact is no longer there')
    await instances.get(instanceId)?.stop(0)
    const all = { ...recipe.environment, ...environment }
    const misbehaviours = misbehavioursOf(all, misbehave)
    for (const { title } of recipe.beforeStart ?? []) {
      say(title)
      watcher.onLine(instanceId, 'before')
      if (misbehaviours.has('wait-before-start')) await aborted(signal)
      signal.throwIfAborted()
      if (!misbehaviours.has('fail-before-start')) continue
      throw new Failure('start', `${title} exited with 1.`)
    }
    const workers = recipe.workers?.length ?? 0
    const isTask = recipe.purpose === 'task'
    const handle = { applicationId, commit, environment: all, workers, isTask, isIdle }
    return run(instanceId, handle, 0)
  }

  return {
    name: 'memory',
    weaknesses: [],
    addonsHost: host,
    async allowEgress() {},
    networkGroups: {
      async apply() {},
      prepareTunnels: async () => undefined,
      async freePort({ from, to }, used) {
        for (let port = from; port <= to; port++) if (!used.includes(port)) return port
        return undefined
      },
    },

    async build(order) {
      refuseDockerfile(order.recipe, 'memory')
      await runSteps(order, misbehavioursOf(order.environment, misbehave))
      artifacts.set(order.deploymentId, order.source.commit)
      return { id: order.deploymentId, handle: {} }
    },
    async copy({ artifact, deploymentId, signal }) {
      signal.throwIfAborted()
      const commit = artifacts.get(artifact.id)
      if (commit === undefined) throw artifactGone()
      artifacts.set(deploymentId, commit)
      return { id: deploymentId, handle: {} }
    },
    holds: async ({ id }: Artifact) => artifacts.has(id),
    async discard({ id }) {
      artifacts.delete(id)
    },
    async forget() {},

    start,
    startIdle(order) {
      const { beforeStart: _before, workers: _workers, ...recipe } = order.recipe
      return start({ ...order, recipe, isIdle: true })
    },
    async revive(instance: StartedInstance) {
      if (instances.get(instance.instanceId)?.isRunning) return instance
      return run(instance.instanceId, instance.handle as MemoryHandle, instance.address.port)
    },
    async run({ instanceId, handle }, command, signal, options = {}) {
      signal.throwIfAborted()
      const instance = instances.get(instanceId)
      if (!instance) throw new Failure('start', 'The instance is no longer there.')
      watcher.onLine(instanceId, `running ${command.join(' ')}`)
      const { environment } = handle as MemoryHandle
      const script = command[0] === 'sh' ? command.at(-1)?.split('\n').at(-1) : undefined
      if (script === undefined || misbehavioursOf(environment, misbehave).has('fail-exec')) {
        return misbehavioursOf(environment, misbehave).has('fail-exec') ? 1 : 0
      }
      const variables = { ...environment, ...options.environment }
      return runMemoryScript(variables, { script, signal, ended: instance.ended }, (line) => {
        watcher.onLine(instanceId, line)
        options.onLine?.(line)
      })
    },
    async openSession({ instanceId, handle }, request) {
      request.signal.throwIfAborted()
      const instance = instances.get(instanceId)
      if (!instance?.isRunning) throw new Refusal('conflict', 'The instance is not running')
      const { session, end } = openMemorySession((handle as MemoryHandle).environment, request)
      void instance.ended.then(() => end(137))
      return session
    },
    async terminate(instanceId) {
      instances.get(instanceId)?.terminate()
    },
    async stop(instanceId, grace) {
      await instances.get(instanceId)?.stop(grace)
      instances.delete(instanceId)
      applications.delete(instanceId)
      runs.delete(instanceId)
    },
    isRunning: async (instanceId) => instances.get(instanceId)?.isRunning ?? false,
    async listening(instanceId) {
      const instance = instances.get(instanceId)
      return instance?.isListening ? [{ host, port: instance.port }] : []
    },
    usage: async () =>
      [...applications].flatMap(([instanceId, applicationId]) =>
        instances.get(instanceId)?.isRunning
          ? [{ instanceId, applicationId, ...idle, ...usage.get(instanceId) }]
          : [],
      ),

    async recover(wanted) {
      const ids = new Set(wanted.map(({ instanceId }) => instanceId))
      for (const [id, instance] of instances) {
        if (ids.has(id)) continue
        await instance.stop(0)
        instances.delete(id)
      }
      for (const instanceId of ids) {
        const instance = instances.get(instanceId)
        if (instance?.isRunning) continue
        watcher.onExit({ instanceId, code: instance?.exitCode ?? 137 })
      }
      return []
    },
    async close() {
      await Promise.all([...instances.values()].map((instance) => instance.stop(0)))
    },
  }
}

const aborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Reports and prints what a real build would; an abort ends it at once. */
async function runSteps(order: BuildOrder, misbehaviours: Set<string>): Promise<void> {
  const { recipe, signal, say, onLine, source } = order
  signal.throwIfAborted()
  for (const file of recipe.home ?? []) fillHomeFile(file, order.environment)
  const install = recipe.dependencies ? [recipe.dependencies.install] : []
  const steps = [...(recipe.prepare ?? []), ...install, ...recipe.build]
  for (const { title } of steps) {
    say(title)
    onLine(`building ${source.commit}`)
    if (misbehaviours.has('fail-build')) throw new Failure('build', `${title} exited with 1`)
    if (misbehaviours.has('build-forever')) await aborted(signal)
    signal.throwIfAborted()
  }
  if (misbehaviours.has('fail-build')) throw new Failure('build', 'The build failed')
  if (misbehaviours.has('build-forever')) await aborted(signal)
  signal.throwIfAborted()
}
