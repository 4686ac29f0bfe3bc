import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openProcessEngine } from '#engines/process/process-engine.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import { processEngineOptions, removeEngineFolder } from '#tests/support/engine/process-engine.ts'
import { recordInstances } from '#tests/support/engine/recorded-instances.ts'

const timeout = 120_000
const main = new URL(import.meta.resolve('#tests/support/engine/engine-main.ts')).pathname

test('session: what the sessions of a killed server have left behind ends when the next one finds their instance', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-engine-'))
  const server = spawn(process.execPath, [main, folder, 'start-with-session'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await withTimeout(
    once(createInterface(server.stdout), 'line'),
    timeout,
    'the server',
  )
  server.kill('SIGKILL')
  await once(server, 'exit')
  const instance: StartedInstance = JSON.parse(line)
  const engine = await openProcessEngine(processEngineOptions(folder, recordInstances().watcher))
  const processes = async () => {
    const session = await engine.openSession(instance, {
      signal: AbortSignal.timeout(timeout),
      command: 'ps -e -o args',
    })
    return text(session.stdout)
  }
  await engine.recover([instance])
  const found = await processes()
  await engine.recover([])
  await engine.close()
  await removeEngineFolder(folder)
  assert.match(found, /node server\.mjs/)
  assert.doesNotMatch(found, /forgotten|sleep 1000/)
})
