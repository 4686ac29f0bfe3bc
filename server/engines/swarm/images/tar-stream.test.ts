import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { tarStream } from './tar-stream.ts'

test('tar stream: an archive that is read after tar has exited is whole, with paths and owner as asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-tar-'))
  try {
    await writeFile(join(folder, 'file'), 'content')
    await writeFile(join(folder, 'other'), 'left out')
    const { stream, ended } = tarStream({ folder, at: 'opt/node', owner: 7, without: ['other'] })
    await ended
    const text = (await buffer(stream)).toString('latin1')
    assert.match(text, /opt\/node\/file\0/)
    assert.match(text, /content/)
    assert.ok(text.includes('0000007\u00000000007\u0000'))
    assert.doesNotMatch(text, /other/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
