import assert from 'node:assert/strict'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtempDisposable,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { blobPath, packagesLabel } from '#kit/oci/image-layout.ts'
import { readImage } from '#kit/oci/read-image.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { writeTar } from '#packaging/archive.ts'
import { type ImageBase, writeContainerImage } from './container-image.ts'
import { packagesOf } from './debian-system.ts'
import { asLayer } from './layers.ts'

const note = { version: '1.2.3', commit: 'c'.repeat(40), date: '2026-01-02T03:04:05.000Z' }
const architecture = { node: 'x64', debian: 'amd64' } as const
const status = 'Package: git\nStatus: ok\nVersion: 1:2\n\nPackage: apt\nVersion: 3\n'

/** A small base and a small release, made into an image. */
async function makeImage(folder: string, level: 1 | 'none'): Promise<string> {
  const [release, debian] = [join(folder, 'release'), join(folder, 'debian')]
  await mkdir(join(release, 'bin'), { recursive: true })
  await writeFile(join(release, 'bin/berth-server'), '#!/bin/sh\n')
  await chmod(join(release, 'bin/berth-server'), 0o755)
  await symlink('berth-server', join(release, 'bin/berth'))
  await mkdir(join(debian, 'var/lib/dpkg'), { recursive: true })
  await writeFile(join(debian, 'var/lib/dpkg/status'), status)
  const tar = join(folder, 'base.tar')
  await writeTar(debian, tar, { date: 0 })
  const packages = await packagesOf(tar)
  const base: ImageBase = { packages, layer: await asLayer(tar, 'debian', level) }
  const file = join(folder, 'image.oci.tar')
  const scratch = join(folder, 'scratch')
  await mkdir(scratch)
  await writeContainerImage(file, { release, base, note, architecture, scratch, level })
  await readFile(join(release, 'bin/berth-server'))
  return file
}

for (const level of [1, 'none'] as const)
  test(`container image: read back, digests are right and it starts the server (compression ${level})`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-image-'))
    const file = await makeImage(folder.path, level)
    const { names, config, layers } = await readImage(file)
    assert.deepEqual(names, ['berth:1.2.3'])
    assert.deepEqual([config.architecture, config.created], ['amd64', note.date])
    const { Entrypoint, Env, Labels, StopSignal, Volumes } = config.config
    assert.deepEqual([Entrypoint, StopSignal], [['/usr/local/lib/berth/start'], 'SIGTERM'])
    assert.ok(Env.includes('BERTH_DATA=/var/lib/berth') && '/var/lib/berth' in Volumes)
    assert.equal(Labels['org.opencontainers.image.revision'], note.commit)
    assert.equal(Labels[packagesLabel], 'apt=3 git=1:2')

    await runOrThrow(['tar', '--extract', '--file', file, '--directory', folder.path])
    const upper = join(folder.path, blobPath(layers[1]?.digest ?? ''))
    const listed = await runOrThrow(['tar', '--list', '--verbose', '--numeric-owner', '-f', upper])
    assert.match(listed, /^-rwxr-xr-x 0\/0 .* opt\/berth\/bin\/berth-server$/m)
    assert.match(listed, / usr\/local\/bin\/berth -> .*opt\/berth\/bin\/berth$/m)
    assert.match(listed, /^-rwxr-xr-x .* usr\/local\/lib\/berth\/health$/m)
  })

test('container image: the same files give the same bytes', async () => {
  const bytes = async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-image-'))
    return readFile(await makeImage(folder.path, 1))
  }
  assert.ok((await bytes()).equals(await bytes()))
})

test('container image: a layer that is not what its digest says is found', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'berth-image-'))
  const file = await makeImage(folder.path, 'none')
  const { layers } = await readImage(file)
  const place = join(folder.path, 'changed')
  await mkdir(place)
  await runOrThrow(['tar', '--extract', '--file', file, '--directory', place])
  await appendFile(join(place, blobPath(layers[0]?.digest ?? '')), 'more')
  await writeTar(place, file, { date: 0 })
  await assert.rejects(readImage(file), /is not sha256:/)
})
