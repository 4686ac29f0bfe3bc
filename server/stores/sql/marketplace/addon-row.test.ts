import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import type { StoredAddon } from '#stores/sql/tables.ts'
import { addonCodec } from './addon-row.ts'

const stored: StoredAddon = {
  id: 'addon_1',
  ownerId: 'orga_1',
  providerId: 'pigeon',
  planId: 'plan_1',
  zone: 'par',
  name: 'mine',
  options: { version: '1' },
  config: { PIGEON_URL: 'coo' },
  message: '',
  trouble: '',
  orderedBy: 'user_1',
  logToken: 'log',
  previewOf: null,
  surroundings: 'test',
  createdAt: 1,
  attempts: 0,
  tags: ['a'],
  state: 'ready',
  realId: 'r-1',
  dueAt: null,
}

const { toRow, fromRow } = addonCodec(createVault(randomBytes(32)))
const readBack = (more: Partial<StoredAddon>) => {
  const { state, realId, dueAt } = fromRow(toRow({ ...stored, ...more }))
  return [state, realId, dueAt]
}

test('addon row: comes back as it was stored, whatever its state', () => {
  assert.deepEqual(fromRow(toRow(stored)), stored)
  for (const state of ['pending', 'ready', 'suspended'] as const) {
    assert.deepEqual(readBack({ state, dueAt: 7 }), [state, 'r-1', 7])
  }
  for (const realId of ['r-1', null]) {
    assert.deepEqual(readBack({ state: 'deleting', realId, dueAt: 7 }), ['deleting', realId, 7])
  }
  for (const state of ['ordering', 'uncertain'] as const) {
    assert.deepEqual(readBack({ state, realId: null, dueAt: 7 }), [state, null, 7])
  }
})

test('addon row: one that lacks a fact of its state is read as what it can be', () => {
  assert.deepEqual(readBack({ state: 'ordering', realId: null }), ['ordering', null, 0])
  assert.deepEqual(readBack({ state: 'deleting' }), ['deleting', 'r-1', 0])
  assert.deepEqual(readBack({ state: 'ready', realId: null }), ['uncertain', null, 0])
})
