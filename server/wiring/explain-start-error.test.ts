import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailableError } from '#platform/model/store-unavailable.ts'
import { LaunchError } from '#routers/control/launch.ts'
import { UnusableFolderError } from './disk/data-folder.ts'
import { explainStart, startExitCode } from './explain-start-error.ts'

test('start errors: an error while closing does not hide why the start failed', () => {
  const error = new SuppressedError(
    new Error('the router is gone'),
    new UnusableFolderError('no room'),
  )
  assert.deepEqual(explainStart(error), ['no room'])
})

test('start errors: a full disk and a database that is away end with 75, which is started again; others with 2', () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const temporary = [
    full,
    new UnusableFolderError('cannot be used', { cause: full }),
    new LaunchError('the router cannot write', 'ENOSPC'),
    new SuppressedError(new Error('while closing'), full),
    new StoreUnavailableError(new Error('refused')),
  ]
  for (const error of temporary) assert.equal(startExitCode(error), 75, String(error))
  assert.match(explainStart(full)?.join() ?? '', /is full: make room$/)
  assert.equal(startExitCode(new UnusableFolderError('another user')), 2)
  assert.equal(startExitCode(new LaunchError('in use', 'EADDRINUSE')), 2)
})
