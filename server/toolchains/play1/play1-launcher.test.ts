import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** A script stands for the JVM, and prints its options. */
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-play1-'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/java'), '#!/bin/sh\necho "$@"\n')
  await chmod(join(folder, 'bin/java'), 0o755)
})
after(() => rm(folder, { recursive: true }))

async function optionsOf(command: string, given: Record<string, string> = {}): Promise<string[]> {
  const launcher = join(import.meta.dirname, 'play1.sh')
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
  const env = { PATH, HOME: folder, ...given }
  const text = await runOrThrow(['sh', launcher, command, '--%production'], { cwd: folder, env })
  return text.split(/\s+/).filter((word) => word.startsWith('-XX:'))
}

for (const command of ['dependencies', 'precompile']) {
  test(`play1: ${command} is run by a JVM for a short life, with the collector of the owner if there is one`, async () => {
    const first = '-XX:TieredStopAtLevel=1'
    assert.deepEqual(await optionsOf(command), [first, '-XX:+UseSerialGC'])
    const own = { JAVA_TOOL_OPTIONS: '-Xmx1g -XX:+UseG1GC' }
    assert.deepEqual(await optionsOf(command, own), [first])
  })
}

test('play1: an application is run with both compilers and the options of its owner', async () => {
  assert.deepEqual(await optionsOf('run'), [])
  assert.deepEqual(await optionsOf('run', { JAVA_OPTS: '-XX:+UseG1GC' }), ['-XX:+UseG1GC'])
})
