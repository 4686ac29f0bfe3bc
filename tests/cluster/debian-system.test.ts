import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import type { Engine } from '#platform/model/hosting/deployments/engine.ts'
import { createPythonRuntime } from '#runtimes/python/python-runtime.ts'
import {
  sampleBuild,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { answerOf, recordInstances } from '#tests/support/engine/recorded-instances.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

/** A type whose tool is a whole Debian system, which on the swarm is the image below the application. */
let lab: SwarmLab
let folder: string
let engine: Engine
const seen = recordInstances()

/** A new machine downloads 150 MB. */
before(
  async () => {
    const toolchain = await provideTools({ name: 'python', version: '3.13' })
    folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
    lab = await openSwarmLab()
    engine = await openSwarmEngine(swarmEngineOptions(lab, folder, seen.watcher, { toolchain }))
  },
  { timeout: 900_000 },
)
after(async () => {
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.use(lab)
  await engine?.recover([])
  await engine?.close()
})

const app = `import os, sys
def application(environ, start):
    start('200 OK', [('Content-Type', 'text/plain')])
    return [f'Python {sys.version_info.major}.{sys.version_info.minor} as {os.getuid()}'.encode()]
`

test('swarm: a Python application runs over the system of its Python, behind uwsgi and the server for static files', async () => {
  const source = sampleSource('4'.repeat(40), { 'app.py': app })
  const environment = { CC_PYTHON_MODULE: 'app:application', CC_PYTHON_VERSION: '3.13' }
  const recipe = await createPythonRuntime(packagedCatalogue).recipe(source, environment)
  const artifact = await engine.build(sampleBuild({ recipe, source, environment }))
  const { address } = await engine.start(sampleStart(artifact, 'python', environment, { recipe }))
  assert.match((await answerOf(address)).text, /^Python 3\.13 as \d+$/)
  await engine.stop('python', 0)
})
