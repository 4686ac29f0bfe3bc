import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type ClusterState, clusterFailure, clusterState } from './cluster-error.ts'

const said: Record<Exclude<ClusterState, 'unknown'>, string> = {
  'no-quorum':
    'rpc error: code = Unknown desc = The swarm does not have a leader. It’s possible that too few managers are online.',
  'not-a-manager': 'This node is not a swarm manager. Use "docker swarm init" to connect it.',
  'registry-refuses': 'unauthorized: authentication required',
  'registry-full': 'received unexpected HTTP status: 507 Insufficient Storage',
  'registry-down':
    'Get "http://10.0.0.5:5000/v2/": dial tcp 10.0.0.5:5000: connect: connection refused',
  'image-altered':
    'manifest verification failed for digest sha256:919dd89c7e4ced3b846d427e348fe60e9b72a8fef0a925363d7cdc93f934a5ef',
  'image-missing': 'No such image: 10.0.0.5:5000/berth/app:one',
  'no-room': 'no suitable node (scheduling constraints not satisfied on 3 nodes)',
  'docker-unreachable': 'connect ENOENT /var/run/docker.sock',
}

for (const [state, text] of Object.entries(said)) {
  test(`cluster state ${state}: is told by what Docker says`, () => {
    assert.equal(clusterState(text).state, state)
  })
}

test('cluster failure: has one sentence with the name of the state, and keeps what Docker says as advice', () => {
  const failure = clusterFailure('start', new Error(said['no-quorum']))
  assert.equal(
    failure.message,
    'The swarm has no leader, because most of its managers are away (no-quorum).',
  )
  assert.ok(failure instanceof Failure && failure.step === 'start')
  assert.match(failure.advice.join(), /too few managers/)
  assert.equal(clusterFailure('build', failure), failure)
  const bug = new TypeError('x is undefined')
  assert.equal(clusterFailure('build', bug), bug)
})
