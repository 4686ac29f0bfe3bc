import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { expectedAnswers, probeScript } from '#tests/fixtures/syscall-probe.ts'
import { runProgram } from './run-program.ts'
import { inSandbox, onceInSandbox } from './sandbox.ts'

for (const [kind, confine] of [
  ['a server', inSandbox],
  ['a program that ends by itself', onceInSandbox],
] as const) {
  test(`${kind} of an add-on is kept from the calls that attacks on kernels begin with`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-sandbox-'))
    try {
      const user = { uid: 65_534, gid: 65_534 }
      const command = confine(folder, user, ['/usr/bin/perl', '-e', probeScript])
      const printed = await runProgram(command)
      assert.deepEqual(printed.trim().split('\n'), expectedAnswers)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
}
