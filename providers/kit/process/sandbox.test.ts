import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { expectedAnswers, probeScript } from '#tests/support/engine/syscall-probe.ts'
import { runProgram } from './run-program.ts'
import { sandboxCommand } from './sandbox.ts'

const probe: [string, ...string[]] = ['/usr/bin/perl', '-e', probeScript]

test('server sandbox: system calls used in kernel attacks are denied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-sandbox-'))
  try {
    const user = { uid: 65_534, gid: 65_534 }
    const { command } = sandboxCommand({ user, folder, network: 'host' }, probe, 3)
    const printed = await runOrThrow(command, { timeout: 300_000 })
    assert.deepEqual(printed.trim().split('\n'), expectedAnswers)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('program sandbox: system calls used in kernel attacks are denied', async () => {
  assert.deepEqual((await runProgram(probe)).trim().split('\n'), expectedAnswers)
})
