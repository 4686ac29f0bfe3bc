import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTrash } from './trash.ts'

test('trash: a slow removal is stopped when the server ends, and left to the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-trash-'))
  try {
    await mkdir(join(folder, 'trash'))
    await mkdir(join(folder, 'large'))
    let isStopped = false
    const remove = (_: readonly string[], signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true
          reject(new Error('stopped'))
        })
      })
    const trash = openTrash(join(folder, 'trash'), assert.fail, { remove, drainTimeout: 10 })
    await trash.throwAway(join(folder, 'large'))
    await trash.settle()
    assert.equal(isStopped, true)
    assert.equal(readdirSync(join(folder, 'trash')).length, 1)

    const next = openTrash(join(folder, 'trash'), assert.fail)
    await next.empty()
    await next.settle()
    assert.deepEqual(readdirSync(join(folder, 'trash')), [])
    assert.equal(existsSync(join(folder, 'large')), false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('trash: on a full disk the contents are removed at once, and later ones with the usual delay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-trash-'))
  try {
    await mkdir(join(folder, 'trash'))
    const trash = openTrash(join(folder, 'trash'), assert.fail)
    for (const name of ['first', 'second']) {
      await mkdir(join(folder, name))
      await trash.throwAway(join(folder, name))
      assert.equal(readdirSync(join(folder, 'trash')).length, 1, name)
      await trash.hurry()
      assert.deepEqual(readdirSync(join(folder, 'trash')), [], name)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('trash: what is thrown away within the delay is removed by one program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-trash-'))
  try {
    await mkdir(join(folder, 'trash'))
    const removed: number[] = []
    const remove = async (paths: readonly string[]) => void removed.push(paths.length)
    const trash = openTrash(join(folder, 'trash'), assert.fail, { remove })
    for (const names of [['first', 'second'], ['third']]) {
      for (const name of names) {
        await mkdir(join(folder, name))
        await trash.throwAway(join(folder, name))
      }
      await trash.hurry()
    }
    assert.deepEqual(removed, [2, 1])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
