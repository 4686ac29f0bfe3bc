import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { refreshLauncher } from './refresh-launcher.ts'

test('refresh launcher: an installed tool gets the launcher of this server, and nothing else is left beside it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'berth-launcher-'))
  try {
    const launcher = join(place, 'launcher.sh')
    await writeFile(launcher, 'new')
    await mkdir(join(place, 'bin'))
    await writeFile(join(place, 'bin/sbt'), 'old', { mode: 0o555 })
    await chmod(join(place, 'bin'), 0o555)
    await refreshLauncher(place, 'sbt', launcher)
    assert.equal(await readFile(join(place, 'bin/sbt'), 'utf8'), 'new')
    assert.equal((await stat(join(place, 'bin/sbt'))).mode & 0o777, 0o555)
    assert.deepEqual(await readdir(join(place, 'bin')), ['sbt'])
  } finally {
    await chmod(join(place, 'bin'), 0o755)
    await rm(place, { recursive: true })
  }
})
