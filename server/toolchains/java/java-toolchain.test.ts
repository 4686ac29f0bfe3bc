import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { javaLines } from '#runtimes/java/java-version.ts'
import { createJavaToolchain, suites } from './java-toolchain.ts'

test('java toolchain: every line that an application may choose has a Debian suite', () => {
  assert.deepEqual(Object.keys(suites), javaLines)
})

test('java toolchain: a JDK of the operator that is not there fails with a sentence', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'java-'))
  t.after(() => rm(folder, { recursive: true }))
  const jdks = { '17': '/nonexistent' }
  const java = createJavaToolchain({ folder, jdks, firstWait: 1 })
  await assert.rejects(
    java({ name: 'java', version: '17' }),
    /^Failure: Java 17 could not be fetched/,
  )
})
