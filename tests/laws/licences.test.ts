import assert from 'node:assert/strict'
import { test } from 'node:test'
import { licenceDocument } from '#kit/npm/licence-document.ts'
import { readLock } from '#kit/npm/lock-packages.ts'
import { root } from './source-tree.ts'

test('licences: every package that is installed in production has one, so that it may be passed on', async () => {
  const { packages } = await readLock(root)
  const production = packages.filter(({ isProduction }) => isProduction)
  const text = await licenceDocument(root, 'Berth', production)
  assert.match(text, /^node-linux-(x64|arm64) \d+\.\d+\.\d+ \(MIT\)\n/m)
  assert.match(text, /Permission is hereby granted, free of charge/)
})
