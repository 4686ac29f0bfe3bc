import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { followProgress, openDocker } from '#engines/swarm/docker-client.ts'
import { openImageRecords, recordsFile } from '#engines/swarm/images/image-records.ts'
import { createRegistry } from '#engines/swarm/images/registry.ts'
import { openSwarmEngine } from '#engines/swarm/swarm-engine.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { writeTar } from '#kit/files/tar.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Artifact, Engine } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { answerOf, recordInstances } from '#tests/support/engine/recorded-instances.ts'
import {
  type AlteringRegistry,
  openAlteringRegistry,
} from '#tests/support/swarm/altering-registry.ts'
import { swarmEngineOptions } from '#tests/support/swarm/swarm-engine.ts'
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'

// A registry that whoever could write to it has changed: all tags lead to an image that nobody of the platform has pushed.
let lab: SwarmLab
let registry: AlteringRegistry
let folder: string
let engine: Engine
let artifact: Artifact

before(async () => {
  lab = await openSwarmLab(2)
  registry = await openAlteringRegistry(lab.registry.url)
  folder = await mkdtemp(join(tmpdir(), 'berth-swarm-'))
  // What other labs have pushed would have to come from the registry.
  await writeFile(recordsFile(folder), '{}')
  const { watcher } = recordInstances()
  engine = await openSwarmEngine(
    swarmEngineOptions(lab, folder, watcher, { registry: registry.url }),
  )
})
after(async () => {
  // Ended also when the engine cannot clean up because the daemon has died.
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.use(lab)
  rest.use(registry)
  await engine?.recover([])
  await engine?.close()
})

test('altered registry: a node that cannot get the egress rules takes no instance, and takes some once it has them', async () => {
  const [first, second] = lab.nodes
  // The first node has made the image of the rules; the other one has to get it.
  registry.areDigestsAltered = true
  artifact = await engine.build(sampleBuild())
  const hosts: string[] = []
  const start = async (id: string) => {
    const { address } = await engine.start(sampleStart(artifact, id))
    hosts.push(address.host)
  }
  for (const id of ['one', 'two']) await start(id)
  assert.deepEqual(hosts, [first?.address, first?.address])
  registry.areDigestsAltered = false
  const tables = () =>
    runOrThrow(['ip', 'netns', 'exec', second?.name ?? '', 'nft', 'list', 'tables'])
  const hasRules = async () => /berth_egress_/.test(await tables())
  await until(hasRules, { timeout: 300_000, every: 250, what: 'the rules of the second node' })
  await until(
    async () => {
      await start(`later-${hosts.length}`)
      return hosts.includes(second?.address ?? '')
    },
    { timeout: 300_000, what: 'an instance on the second node' },
  )
  for (const table of (await tables()).matchAll(/table inet (berth_egress_\S+)/g)) {
    const words = ['nft', 'delete', 'table', 'inet', table[1] ?? '']
    await runOrThrow(['ip', 'netns', 'exec', second?.name ?? '', ...words])
  }
  assert.equal(await hasRules(), false)
  await until(hasRules, { timeout: 300_000, every: 250, what: 'the rules that somebody removed' })
})

test('altered registry: an image that was pushed is used by its digest, whatever its tag leads to, and never when its digest does', async () => {
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const records = await openImageRecords(folder)
  const images = createRegistry({ address: registry.url, docker, records, log: () => {} })
  const name = images.nameOf('berth/tools', 'small')
  let made = 0
  const make = async () => {
    made++
    const archive = writeTar([{ path: 'file', content: Buffer.from('ours') }])
    let id = ''
    const progress = await docker.importImage(archive as never, {} as object)
    await followProgress(docker, progress, ({ status = '' }) => {
      if (status.startsWith('sha256:')) id = status
    })
    const [repo, tag] = [name.slice(0, name.lastIndexOf(':')), 'small']
    await docker.getImage(id).tag({ repo, tag })
    return id
  }
  const first = await images.provide(name, make)
  const { Id } = await docker.getImage(first).inspect()
  await docker.getImage(Id).remove({ force: true })

  registry.areDigestsAltered = true
  await assert.rejects(images.provide(name, make), /verification failed for digest/)
  assert.equal(await images.isAltered(first), true)
  registry.areDigestsAltered = false
  assert.equal(await images.provide(name, make), first)
  assert.equal((await docker.getImage(first).inspect()).Id, Id)
  assert.equal(made, 1)
})

test('altered registry: a release runs on another node as it was built, or fails with one sentence', async () => {
  artifact = await engine.build(sampleBuild({ deploymentId: 'deployment_two' }))
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  // The first node has built the image, and would ask nobody for it.
  const [node] = (await docker.listNodes()).filter(
    ({ Description }) => Description?.Hostname === lab.nodes[0]?.name,
  )
  await docker.getNode(node?.ID ?? '').update({
    version: node?.Version?.Index,
    ...node?.Spec,
    Availability: 'drain',
  } as object)

  registry.areDigestsAltered = true
  await assert.rejects(
    engine.start(sampleStart(artifact, 'altered')),
    (error) =>
      error instanceof Failure &&
      error.message ===
        'The image registry serves something else than the platform has pushed, which is not used (image-altered).',
  )
  registry.areDigestsAltered = false
  const { address } = await engine.start(sampleStart(artifact, 'unaltered'))
  assert.equal(address.host, lab.nodes[1]?.address)
  assert.equal((await answerOf(address)).status, 200)
  assert.deepEqual(registry.tags, [], 'nothing is asked for by its tag')
})
