import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceHandle } from './instance-spec.ts'
import type { SwarmNode, Task } from './tasks.ts'
import { findExit } from './watched-instance.ts'

const watched = { taskId: 't1', handle: { nodeId: 'n1' } as InstanceHandle }
const node: SwarmNode = {
  id: 'n1',
  name: 'rack-1',
  address: '10.0.0.1',
  isReady: true,
  isActive: true,
}
const task = { id: 't1', state: 'running' } as Task

test('exit: none while the task runs on a node that is ready', () => {
  assert.equal(findExit(watched, [task], [node]), undefined)
})

test('exit: the code of the task, 0 for one that is complete, and that of a kill for one that Swarm has forgotten', () => {
  assert.deepEqual(findExit(watched, [{ ...task, state: 'failed', exitCode: 7 }], [node]), {
    code: 7,
  })
  assert.deepEqual(findExit(watched, [{ ...task, state: 'complete' }], [node]), { code: 0 })
  assert.deepEqual(findExit(watched, [], [node]), { code: 137 })
})

test('exit: a node that is away is the cause, whatever its task was last', () => {
  const away = { code: 137, cause: 'the node rack-1 is away' }
  assert.deepEqual(findExit(watched, [task], [{ ...node, isReady: false }]), away)
  assert.match(findExit(watched, [task], [])?.cause ?? '', /^the node that it ran on is away$/)
})
