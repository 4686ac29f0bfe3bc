import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TreeNode, totalsOf } from './tree-totals.ts'

const named = (id: string, times: number): TreeNode => ({
  folders: Array.from({ length: times }, (_, at) => ({ id, name: String(at) })),
  files: [],
  submodules: [],
})
const leaf: TreeNode = { folders: [], files: [{ id: 'blob', name: 'a' }], submodules: [] }

/** Counts lookups of trees. */
class CountedTrees extends Map<string, TreeNode> {
  looks = 0
  override get(id: string) {
    this.looks += 1
    return super.get(id)
  }
}

test('tree totals: a tree that occurs twenty thousand times is looked up as often as one that occurs once', () => {
  const times = 20_000
  const trees = new CountedTrees([
    ['root', named('middle', times)],
    ['middle', named('leaf', times)],
    ['leaf', leaf],
  ])
  const totals = totalsOf(trees, 'root', () => 1)
  assert.equal(totals.get('root')?.files, times * times)
  assert.equal(totals.get('root')?.fileBytes, times * times)
  assert.ok(trees.looks <= 10, `${trees.looks} looks`)
})

test('tree totals: a long chain of trees is counted to its end', () => {
  const depth = 10_000
  const chain = Array.from({ length: depth }, (_, at): [string, TreeNode] => [
    String(at),
    named(String(at + 1), 1),
  ])
  const trees = new Map([...chain, [String(depth), leaf] as const])
  assert.equal(totalsOf(trees, '0', () => 1).get('0')?.depth, depth)
})
