import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { sampleBuild, sampleStart } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const asStranger = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--']

test('file permissions: another user of the machine sees no file of an application', async () => {
  // Like a data folder: it can be traversed, and the engine makes its own folder inside.
  const root = await mkdtemp(join(tmpdir(), 'berth-strangers-'))
  await using ending = new AsyncDisposableStack()
  ending.defer(() => rm(root, { recursive: true, force: true }))
  await using opened = await openTestEngine({ folder: join(root, 'engine') })
  await chmod(root, 0o711)
  const { engine } = opened
  const artifact = await engine.build(sampleBuild({ deploymentId: 'deployment_1' }))
  await engine.start(sampleStart(artifact, 'one'))
  const own = [`artifacts/${artifact.id}/app`, 'instances/one/app', 'instances/one/home']
  for (const path of own.map((name) => join(root, 'engine', name))) {
    const { code } = await run(['setpriv', ...asStranger, 'ls', '--', path])
    assert.notEqual(code, 0, path)
  }
})
