import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DraftRegistry } from './draft-registry.ts'

test('drafts: one in a dialog is one of the window, and not the other way round', () => {
  const inWindow = new DraftRegistry()
  const inDialog = new DraftRegistry(inWindow)
  const [first, second] = [Symbol('first'), Symbol('second')]
  inDialog.add(first, () => {})
  assert.deepEqual([inWindow.isEmpty, inDialog.isEmpty], [false, false])
  inDialog.remove(first)
  inWindow.add(second, () => {})
  assert.deepEqual([inWindow.isEmpty, inDialog.isEmpty], [false, true])
})

test('drafts: leaving discards all of them, once', () => {
  const drafts = new DraftRegistry()
  const discarded: string[] = []
  for (const name of ['first', 'second']) drafts.add(Symbol(name), () => discarded.push(name))
  drafts.discardAll()
  drafts.discardAll()
  assert.deepEqual([discarded, drafts.isEmpty], [['first', 'second'], true])
})
