import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { type TarEntry, writeTar } from '#kit/files/tar.ts'
import { InvalidArchiveError, namelessImage } from './image-archive.ts'

const layer = `${'a'.repeat(64)}.tar`
const config = `${'b'.repeat(64)}.json`
const entry = (path: string, text: string): TarEntry => ({ path, content: Buffer.from(text) })
const manifest = (more: object = {}) =>
  entry('manifest.json', JSON.stringify([{ Config: config, Layers: [layer], ...more }]))

/** In pieces that end nowhere in particular. */
const filtered = (archive: Buffer) => {
  const pieces = Array.from({ length: Math.ceil(archive.length / 700) }, (_, index) =>
    archive.subarray(index * 700, (index + 1) * 700),
  )
  return buffer(Readable.from(namelessImage(Readable.from(pieces))))
}

test('image archive: layers and configuration pass unchanged, the names that it gives itself do not', async () => {
  const parts = [entry(layer, 'x'.repeat(3000)), entry(config, '{}')]
  const named = manifest({ RepoTags: ['images.example/berth/base:1'], Parent: 'sha256:0' })
  const legacy = entry('repositories', '{"images.example/berth/base":{"1":"0"}}')
  const found = await filtered(writeTar([...parts, named, legacy]))
  assert.deepEqual(
    found,
    writeTar([...parts, manifest({ Config: config, RepoTags: null, Layers: [layer] })]),
  )
})

test('image archive: one that a builder does not write is refused', async () => {
  const good = [entry(layer, 'x'), entry(config, '{}'), manifest()]
  const wrong = [
    [entry(layer, 'x')],
    [...good, manifest()],
    [entry(layer, 'x'), ...good],
    [manifest({ Config: '../etc/passwd' })],
    [manifest({ Layers: ['/etc/passwd'] })],
    [manifest({ Layers: undefined })],
    [entry('manifest.json', '[{},{}]')],
    [entry('manifest.json', 'null')],
    [entry('manifest.json', '[')],
  ].map((entries) => writeTar(entries))
  const cut = writeTar(good).subarray(0, 1024)
  const extended = writeTar(good)
  // A type that gives the next entry another name.
  extended.write('x', 156)
  for (const archive of [...wrong, cut, extended]) {
    await assert.rejects(filtered(archive), InvalidArchiveError)
  }
})
