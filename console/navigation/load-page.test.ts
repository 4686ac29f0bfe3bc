import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadPage } from './load-page.ts'

test('script of a page: is asked for again while the network fails, and given up in the end', async () => {
  let failures = 2
  const pauses: number[] = []
  const wait = async (_: unknown, pause: number) => void pauses.push(pause)
  const load = async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'page'
  }
  assert.equal(await loadPage(load, wait), 'page')
  assert.equal(pauses.length, 2)
  failures = 10
  await assert.rejects(loadPage(load, wait), /Failed to fetch/)
})
