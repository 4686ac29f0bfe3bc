import { setTimeout as sleep } from 'node:timers/promises'
import type { NamedApplication } from '#cli/resolve/application.ts'
import type { Client } from '#client/client.ts'
import { isRunEnded, type RunWithOutput } from '#client/resources/runs.ts'

const pause = 1000

/** Reads what a run prints until its end, and resolves to how it has ended. */
export async function followRun(
  client: Client,
  application: NamedApplication,
  first: RunWithOutput,
  onOutput: (run: RunWithOutput) => void,
): Promise<RunWithOutput> {
  let run = first
  while (!isRunEnded(run)) {
    await sleep(pause)
    run = await client.runs.get(application, run.id, run.outputEnd)
    onOutput(run)
  }
  return run
}
