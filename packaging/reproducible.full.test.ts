import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { architectures } from './architectures.ts'
import { makeArtifacts } from './make-artifacts.ts'

test('npm run package: two builds of a commit are equal byte for byte, and install no more than people were promised', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-twice-'))
  const sums: string[] = []
  for (const name of ['one', 'other']) {
    // The bundle of the server is built again from the sources, and the documentation each time.
    if (name === 'other') await rm(join(root, 'server/dist/current.json'), { force: true })
    const out = join(folder.path, name)
    const only = architectures.filter(({ node }) => node === process.arch)
    await makeArtifacts({
      checkout: root,
      folder: out,
      only,
      level: 'none',
      hasImages: false,
      say: () => {},
    })
    await runOrThrow(['sha256sum', '--check', '--quiet', 'SHA256SUMS'], { cwd: out })
    sums.push(await readFile(join(out, 'SHA256SUMS'), 'utf8'))
  }
  assert.equal(sums[0]?.trim().split('\n').length, 3)
  assert.equal(sums[0], sums[1])
})
