import { Execs } from '#engines/process/instances/exec.ts'
import type { HeldInstances } from '#engines/process/instances/held-instances.ts'
import type { InstanceRecord } from '#engines/process/instances/instance-folder.ts'
import { handledOrder } from '#engines/process/instances/launch-options.ts'
import type { Parts } from '#engines/process/parts.ts'
import { identityOf } from '#engines/process/processes/processes.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { notRunning, openSession, refuseUnsandboxed } from './open-session.ts'

const startTimeout = 30_000

/** The sessions in the instances of a process engine. */
export class Sessions {
  readonly #parts: Parts
  readonly #held: HeldInstances
  readonly #open = new Execs()

  constructor(parts: Parts, held: HeldInstances) {
    this.#parts = parts
    this.#held = held
  }

  async open(instance: StartedInstance, request: SessionRequest): Promise<InstanceSession> {
    const { instanceId } = instance
    const record = this.#held.find(instanceId)?.record
    if (!record) throw notRunning()
    refuseUnsandboxed(record)
    const folder = this.#held.folderOf(instanceId)
    const place = { folder, record, first: identityOf(await this.#firstOf(record)) }
    const opened = Promise.withResolvers<InstanceSession>()
    const over = this.#open.run(instanceId, async (ended) => {
      const signal = AbortSignal.any([request.signal, ended])
      const order = handledOrder(instance)
      const session = await openSession(this.#parts, order, place, { ...request, signal })
      opened.resolve(session)
      await session.ended
    })
    over.catch(opened.reject)
    return opened.promise
  }

  /** Hangs up all sessions of an instance and waits until they have ended. */
  end(instanceId: string, why: Error): Promise<void> {
    return this.#open.end(instanceId, why)
  }

  /** PID 1 of an instance whose command runs: before that, its namespaces are being made. */
  #firstOf(record: InstanceRecord): Promise<number> {
    const find = async () => {
      if (!(await this.#held.isRunning(record.instanceId))) throw notRunning()
      const { first, main } = await this.#held.members(record)
      return main !== undefined && first
    }
    return until(find, { timeout: startTimeout, every: 10, upTo: 200, what: 'the instance' })
  }
}
