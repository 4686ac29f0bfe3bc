import { openProcessEngine } from '#engines/process/process-engine.ts'
import type { Worker } from '#platform/model/hosting/recipe/recipe.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { processEngineOptions } from './process-engine.ts'

/**
 * An engine process for tests to kill: `engine-main.ts FOLDER start|start-with-worker|MARK-OF-A-BUILD [CAPABILITY TO
 * OMIT]…`
 */
const [folder = '', verb, ...without] = process.argv.slice(2)
const watcher = { onLine() {}, onExit() {} }
const options = processEngineOptions(folder, watcher, { without: without as never })
const engine = await openProcessEngine(options)
if (verb === 'start' || verb === 'start-with-worker') {
  const artifact = await engine.build(sampleBuild())
  const command: [string, ...string[]] = ['sh', '-c', 'while :; do echo tick; sleep 0.1; done']
  const workers: Worker[] = [{ command, restart: 'always', delay: 100 }]
  const recipe = verb === 'start' ? sampleRecipe : { ...sampleRecipe, workers }
  const started = await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
  console.log(JSON.stringify(started))
} else {
  const environment = { MISBEHAVE: 'build-forever', MARK: verb ?? '' }
  await engine.build(sampleBuild({ environment, onLine: (line) => console.log(line) }))
}
setInterval(() => {}, 1000)
