import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { link, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import {
  ownedByTenant,
  plantOddNames,
  TenantTree,
  tenant,
} from '#tests/support/engine/tenant-tree.ts'
import { copyTree } from './copy-tree.ts'
import { giveTree, lockTree, maxDepth, measureTrees, shareTree, TreeBudgetError } from './trees.ts'

const modeOf = (path: string) => (lstatSync(path).mode & 0o7777).toString(8)

/** Nested folders, deeper than the maximum path length. */
async function dig(folder: string, depth: number): Promise<void> {
  const script = 'cd -- "$1"; i=0; while [ $i -lt $2 ]; do mkdir d; cd d; i=$((i+1)); done'
  await runOrThrow(['sh', '-c', script, 'sh', folder, String(depth)])
}

for (const [name, freeze, modes, group] of [
  ['shared', shareTree, ['755', '755', '644'], 0],
  ['locked', lockTree, ['750', '750', '640'], tenant],
] as const) {
  test(`tenant trees: a ${name} tree belongs to root, readable, without set-user-id bits and FIFOs`, async () => {
    await using arena = await TenantTree.create()
    const { tree } = arena
    mkdirSync(join(tree, 'folder'))
    for (const file of ['program', 'file']) writeFileSync(join(tree, 'folder', file), '')
    await plantOddNames(tree)
    ownedByTenant(tree)
    chmodSync(join(tree, 'folder'), 0o2777)
    chmodSync(join(tree, 'folder/program'), 0o6711)
    chmodSync(join(tree, 'folder/file'), 0o000)
    await runOrThrow(['mkfifo', join(tree, 'fifo')])
    await freeze(tenant, tree)
    const paths = ['folder', 'folder/program', 'folder/file'].map((path) => join(tree, path))
    assert.deepEqual(paths.map(modeOf), modes)
    for (const path of [tree, ...paths]) {
      assert.deepEqual([lstatSync(path).uid, lstatSync(path).gid], [0, group], path)
    }
    assert.ok(!readdirSync(tree).includes('fifo'))
  })
}

test('tenant trees: a hard link to another user’s file neither changes owner nor mode', async () => {
  await using arena = await TenantTree.create()
  const { tree, victim } = arena
  await link(join(victim, 'file'), join(tree, 'linked'))
  await writeFile(join(tree, 'own'), '')
  await link(join(tree, 'own'), join(tree, 'own-too'))
  for (const path of [tree, join(tree, 'own')]) await runOrThrow(['chown', `${tenant}`, path])
  const before = arena.victimFacts()
  await shareTree(tenant, tree)
  assert.deepEqual(
    [lstatSync(join(tree, 'own-too')).uid, modeOf(join(tree, 'own-too'))],
    [0, '644'],
  )
  await giveTree(tenant + 1, tree)
  assert.deepEqual(arena.victimFacts(), before)
})

test('tenant trees: one that is too deep is rejected by walks, and measured up to the limit', async () => {
  await using arena = await TenantTree.create()
  const { tree } = arena
  await dig(tree, maxDepth + 100)
  const tooDeep = (error: unknown) => error instanceof TreeBudgetError && error.limit === 'depth'
  await assert.rejects(shareTree(tenant, tree), tooDeep)
  await assert.rejects(giveTree(tenant, tree), tooDeep)
  const { inodes, isComplete } = await measureTrees([tree])
  assert.deepEqual([inodes, isComplete], [maxDepth, false])
  await runOrThrow(['rm', '-rf', tree])
})

test('tenant trees: measuring counts bytes and inodes, hard links once, and stops beyond a limit', async () => {
  await using arena = await TenantTree.create()
  const { tree } = arena
  for (let file = 0; file < 500; file++) writeFileSync(join(tree, String(file)), 'x'.repeat(5000))
  await link(join(tree, '0'), join(tree, 'again'))
  await symlink(arena.victim, join(tree, 'link'))
  const whole = await measureTrees([tree, join(arena.folder, 'absent')])
  assert.deepEqual([whole.inodes, whole.isComplete], [502, true])
  assert.ok(whole.bytes >= 500 * 5000 && whole.bytes < 500 * 20_000, String(whole.bytes))
  const few = await measureTrees([tree], { maxInodes: 300 })
  assert.deepEqual([few.inodes, few.isComplete], [301, false])
  const small = await measureTrees([tree], { maxBytes: 1_000_000 })
  assert.ok(small.bytes > 1_000_000 && small.bytes < 1_100_000 && !small.isComplete)
})

test('tenant trees: measuring a large one can be aborted', async () => {
  await using arena = await TenantTree.create()
  for (let file = 0; file < 500; file++) writeFileSync(join(arena.tree, String(file)), '')
  const signal = AbortSignal.abort(new Error('enough'))
  await assert.rejects(measureTrees([arena.tree], { signal }), /enough/)
})

test('tenant trees: a copy that multiplies hard links can be aborted', async () => {
  await using arena = await TenantTree.create()
  const { tree, own } = arena
  writeFileSync(join(tree, 'file'), Buffer.alloc(65_536, 1))
  for (let name = 0; name < 20_000; name += 1) linkSync(join(tree, 'file'), join(tree, `${name}`))
  const copy = join(own, 'copy')
  const ending = new AbortController()
  const copying = copyTree(tree, copy, { signal: ending.signal })
  const hasBegun = async () => existsSync(copy) && readdirSync(copy).length > 0
  await until(hasBegun, { timeout: 300_000, every: 5, what: 'the first file' })
  ending.abort(new Error('too much'))
  await assert.rejects(copying, /^Error: too much$/)
  assert.ok(readdirSync(copy).length < 20_000)
})

test('tenant trees: a copy as the owner has all files that the owner can read, with names, modes and dates', async () => {
  await using arena = await TenantTree.create()
  const { tree, own, victim } = arena
  await plantOddNames(tree)
  writeFileSync(join(tree, 'file'), 'content', { mode: 0o640 })
  await link(join(tree, 'file'), join(tree, 'second'))
  await symlink(victim, join(tree, 'link'))
  await runOrThrow(['chown', '-R', '-h', `${tenant}:${tenant}`, tree])
  await link(join(victim, 'file'), join(tree, 'stolen'))
  const copy = join(own, 'copy')
  await copyTree(tree, copy, { owner: tenant })
  assert.deepEqual(
    readdirSync(copy).sort(),
    readdirSync(tree)
      .filter((name) => name !== 'stolen')
      .sort(),
  )
  const { uid, nlink, mtimeMs } = lstatSync(join(copy, 'file'))
  assert.deepEqual([uid, nlink, mtimeMs], [tenant, 1, lstatSync(join(tree, 'file')).mtimeMs])
  assert.equal(modeOf(join(copy, 'file')), '640')
  assert.ok(lstatSync(join(copy, 'link')).isSymbolicLink())
  await assert.rejects(
    copyTree(join(arena.folder, 'absent'), join(own, 'other'), { owner: tenant }),
  )
})
