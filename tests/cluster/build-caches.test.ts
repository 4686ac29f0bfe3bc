import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import type { BuildOrder, Engine } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { recordInstances } from '#tests/support/engine/recorded-instances.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

/** What builds on the swarm leave for the next build of the same application. */
let lab: SwarmLab
let folder: string
let engine: Engine

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  lab = await openSwarmLab()
  engine = await openSwarmEngine(swarmEngineOptions(lab, folder, recordInstances().watcher))
})
after(async () => {
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.use(lab)
  await engine?.recover([])
  await engine?.close()
})

/** Prints what is there, and adds a line. */
const counting = `mkdir -p vendor/bundle
echo "found $(cat vendor/bundle/builds 2>/dev/null | wc -l)"
echo built >> vendor/bundle/builds
`

let number = 0

async function found(more: Partial<BuildOrder> = {}, script = counting): Promise<string[]> {
  number += 1
  const lines: string[] = []
  const recipe = {
    ...sampleRecipe,
    buildCaches: ['vendor/bundle', '.not/there'],
    build: [{ title: 'count', command: ['sh', '-c', script] as [string, ...string[]] }],
    ...more.recipe,
  }
  const deploymentId = `deployment_${number}` as const
  const onLine = (line: string) => lines.push(line)
  await engine.build(sampleBuild({ deploymentId, onLine, ...more, recipe }))
  return lines
}

test('build caches: the next build has them, that of another application does not', async () => {
  assert.deepEqual(await found(), ['found 0'])
  assert.deepEqual(await found(), ['found 1'])
  const other = { applicationId: 'app_other', applicationNumber: 77 } as const
  assert.deepEqual(await found(other), ['found 0'])
})

test('build caches: a build that fails leaves them as they were', async () => {
  const failing = `${counting}exit 1`
  await assert.rejects(found({}, failing), (error) => error instanceof Failure)
  assert.deepEqual(await found(), ['found 2'])
})

test('build caches: a build without cache begins anew, and its own are kept', async () => {
  assert.deepEqual(await found({ withoutCache: true }), ['found 0'])
  assert.deepEqual(await found(), ['found 1'])
})

test('build caches: a link in their place leads nowhere, and too large ones are not kept', async () => {
  const link = 'rm -rf vendor/bundle; ln -s /etc vendor/bundle'
  assert.deepEqual(await found({}, link), [])
  assert.deepEqual(await found(), ['found 0'])
  const large = `${counting}head -c 1100M /dev/zero > vendor/bundle/large`
  assert.deepEqual(await found({}, large), [
    'found 1',
    'The build cache is not kept: it takes more than 1024 MB or 100000 files.',
  ])
  assert.deepEqual(await found(), ['found 0'])
})
