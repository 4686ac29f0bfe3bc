import { once } from 'node:events'
import { openProcessEngine } from '#engines/process/process-engine.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { Worker } from '#platform/model/hosting/recipe/recipe.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { processEngineOptions } from './process-engine.ts'

/**
 * An engine process for tests to kill: `engine-main.ts FOLDER start|start-with-worker|start-with-session|MARK-OF-A-BUILD
 * [CAPABILITY TO OMIT]…`
 */
const [folder = '', verb, ...without] = process.argv.slice(2)
const watcher = { onLine() {}, onExit() {} }
const options = processEngineOptions(folder, watcher, { without: without as never })
const engine = await openProcessEngine(options)
/** A shell that runs a command, beside one that ignores a hang-up and that nobody waits for. */
async function openShell(instance: StartedInstance): Promise<void> {
  const command = `(setsid sh -c 'trap "" HUP; while :; do sleep 0.2; done' forgotten &); echo up; sleep 1000`
  const shell = await engine.openSession(instance, {
    signal: new AbortController().signal,
    command,
  })
  await once(shell.stdout, 'data')
}

if (verb?.startsWith('start')) {
  const artifact = await engine.build(sampleBuild())
  const command: [string, ...string[]] = ['sh', '-c', 'while :; do echo tick; sleep 0.1; done']
  const workers: Worker[] = [{ command, restart: 'always', delay: 100 }]
  const recipe = verb === 'start-with-worker' ? { ...sampleRecipe, workers } : sampleRecipe
  const started = await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
  if (verb === 'start-with-session') await openShell(started)
  console.log(JSON.stringify(started))
} else {
  const environment = { MISBEHAVE: 'build-forever', MARK: verb ?? '' }
  await engine.build(sampleBuild({ environment, onLine: (line) => console.log(line) }))
}
setInterval(() => {}, 1000)
