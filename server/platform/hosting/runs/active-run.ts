import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'
import type { Run } from '#platform/model/hosting/runs/run.ts'
import type { RunAttachment } from '#platform/model/hosting/runs/runs.ts'
import type { OutputRing } from './output-ring.ts'

/** A run that this server follows. */
export interface ActiveRun {
  run: Run
  ring: OutputRing
  /** Output that is stored already. */
  keptUntil: number
  client: PromiseWithResolvers<RunAttachment>
  attachment?: RunAttachment
  session: PromiseWithResolvers<InstanceSession>
  stopping: AbortController
  ended: Promise<void>
}
