import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { readScripts } from './debian-image.ts'

test('scripts of images: run with nothing beside them but each other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-scripts-'))
  try {
    for (const [name, text] of Object.entries(await readScripts())) {
      await writeFile(join(folder, name), text)
    }
    const pump = ['perl', join(folder, 'output-pump.pl'), '--rate', '10', '--'] as const
    const { code, stdout, stderr } = await run([...pump, 'echo', 'printed'], { cwd: '/' })
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'printed\n', stderr: '' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
