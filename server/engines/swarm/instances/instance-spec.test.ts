import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageCommand } from '#platform/model/hosting/recipe/recipe.ts'
import { execSpec, type InstanceHandle, instanceSpec } from './instance-spec.ts'

const settings = {
  server: 's1',
  platform: 'p1',
  zone: 'par',
  stopGrace: 10_000,
  maxLinesPerSecond: 50,
  extraCaCerts: undefined,
}

const handle: InstanceHandle = {
  order: {
    instanceId: 'instance_one',
    applicationId: 'app_one',
    applicationNumber: 1,
    artifact: { id: 'deployment_one', handle: {} },
    tools: [{ name: 'node', version: '24.0.0' }],
    beforeStart: [{ title: 'hook', command: ['sh', 'hook.sh'], environment: { WORD: 'a b' } }],
    command: ['node', 'server.mjs'],
    environment: { OWN: 'yes' },
    limits: { memoryMegabytes: 256, cpus: 0.5, processes: 64 },
  },
  image: 'images/berth/app_one:deployment_one@sha256:1',
  containerPort: 8080,
  port: 20_001,
}

const specOf = (more: Partial<InstanceHandle> = {}, isNew = true) => {
  const spec = instanceSpec(
    settings,
    { ...handle, ...more },
    {
      network: 'n1',
      excludedNodes: isNew ? ['n3'] : [],
      isNew,
      restarts: 1,
    },
  )
  return { spec, task: taskOf(spec) }
}

/** The fields that the tests look at. */
interface Task {
  ContainerSpec: Container
  Resources: unknown
  RestartPolicy: unknown
  Placement: unknown
}

const taskOf = ({ TaskTemplate }: { TaskTemplate?: unknown }) => TaskTemplate as Task

interface Container {
  Args: string[]
  Env: string[]
  Command: string[]
  User: string
  Mounts: { Source: string; Target: string }[]
  [name: string]: unknown
}

test('instance: has its limits, no capabilities, a read-only root, and is restarted by the platform only', () => {
  const { spec, task } = specOf()
  const { ReadOnly, CapabilityDrop, StopGracePeriod, User } = task.ContainerSpec
  assert.deepEqual([ReadOnly, CapabilityDrop, User], [true, ['ALL'], '10001:10001'])
  assert.equal(StopGracePeriod, 10_000_000_000)
  assert.deepEqual(task.Resources, {
    Limits: { MemoryBytes: 256 * 1024 * 1024, NanoCPUs: 500_000_000, Pids: 64 },
  })
  assert.deepEqual(task.RestartPolicy, { Condition: 'none' })
  assert.deepEqual(spec.Mode, { Replicated: { Replicas: 1 } })
  assert.deepEqual(spec.EndpointSpec?.Ports, [
    { Protocol: 'tcp', TargetPort: 8080, PublishedPort: 20_001, PublishMode: 'host' },
  ])
})

test('instance: a new one runs its steps first, one that is revived on its node does not', () => {
  const command = ['--', 'node', 'server.mjs']
  assert.deepEqual(specOf().task.ContainerSpec.Args, [
    ...['--rate', '50', 'step', '2', 'sh', 'hook.sh', '1', 'WORD=a b'],
    ...command,
  ])
  const { task } = specOf({ nodeId: 'n7' }, false)
  assert.deepEqual(task.ContainerSpec.Args, ['--rate', '50', ...command])
  assert.deepEqual(task.Placement, {
    Constraints: ['node.id==n7', 'node.labels.berth.zone==par'],
  })
})

test('instance: an image of a Dockerfile keeps its command, user, folder and variables', () => {
  const own = { command: ['/server'], user: 'web', folder: '/srv' }
  const ofImage = (command: [string, ...string[]]) =>
    specOf({ own, order: { ...handle.order, command } }).task.ContainerSpec
  const { Args, Env, User, Mounts, Dir, Command } = ofImage(imageCommand)
  assert.equal(
    ofImage(['/other']).Args.at(-1),
    '/other',
    'a command of the application comes first',
  )
  assert.deepEqual([User, Dir, Args.at(-1)], ['web', '/srv', '/server'])
  assert.deepEqual(Env, ['OWN=yes', 'PORT=8080'])
  assert.deepEqual(
    Mounts.map(({ Target }) => Target),
    ['/srv', '/tmp'],
  )
  assert.equal(Command[0], '/opt/berth/perl/loader')
})

test('exec: has the files, variables and node of its instance, and no port', () => {
  const spec = execSpec(
    settings,
    { ...handle, nodeId: 'n7' },
    { id: 'exec_1', command: ['ls'], network: 'n1' },
  )
  const of = (one: typeof spec) => taskOf(one).ContainerSpec
  const volumesOf = (one: typeof spec) => of(one).Mounts.map(({ Source }) => Source)
  assert.deepEqual(volumesOf(spec), volumesOf(specOf().spec))
  assert.deepEqual(of(spec).Env, of(specOf().spec).Env)
  assert.deepEqual(of(spec).Args.slice(-2), ['--', 'ls'])
  assert.deepEqual(spec.EndpointSpec?.Ports, [])
  assert.notEqual(spec.Name, specOf().spec.Name)
})
