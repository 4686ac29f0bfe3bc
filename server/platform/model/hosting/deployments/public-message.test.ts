import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './failure.ts'
import { publicMessage } from './public-message.ts'

test('public message: an unexpected error reveals no path of the machine', () => {
  const cases = {
    "ENOENT: no such file or directory, open '/srv/my data/engine/instances/i1/exit'":
      "ENOENT: no such file or directory, open '…/exit'",
    "EXDEV: cross-device link, link '/srv/a/b' -> '/srv/c/d'":
      "EXDEV: cross-device link, link '…/b' -> '…/d'",
    'cp -a -T -- /srv/berth/artifacts/1/app /srv/berth/instances/2/app exited with 1: x':
      'cp -a -T -- …/app …/app exited with 1: x',
    'spawn bwrap ENOENT': 'spawn bwrap ENOENT',
    'https://registry.example.test/a/b answered 404':
      'https://registry.example.test/a/b answered 404',
    'a/b and/or c took longer than 2 s': 'a/b and/or c took longer than 2 s',
  }
  for (const [message, shown] of Object.entries(cases)) {
    assert.equal(publicMessage(new Error(message)), shown)
  }
})

test('public message: a failure is shown to the owner unchanged', () => {
  assert.equal(publicMessage(new Failure('start', 'see /home/app/x/y')), 'see /home/app/x/y')
})
