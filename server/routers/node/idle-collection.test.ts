import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdleCollection } from './idle-collection.ts'

const load = { active: 6000, utilization: 0.6 }
const quiet = { active: 20, utilization: 0.002 }

test('idle collection: garbage is collected once after a load, not during it', () => {
  const collection = new IdleCollection()
  const due = [load, load, quiet, quiet, quiet, load, quiet].map((work) =>
    collection.isDueAfter(work),
  )
  assert.deepEqual(due, [false, false, true, false, false, false, true])
})

test('idle collection: a few visitors add up to a collection in the end', () => {
  const collection = new IdleCollection()
  const due = Array.from({ length: 200 }, () => collection.isDueAfter(quiet))
  assert.equal(due.indexOf(true), 99)
  assert.equal(due.filter(Boolean).length, 2)
})
