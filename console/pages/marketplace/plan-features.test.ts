import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer, Plan } from '#client/resources/marketplace/offers.ts'
import {
  featureNames,
  featureValue,
  matchingOffers,
  parseOptions,
  sortedPlans,
} from './plan-features.ts'

const feature = (name: string, value = 'x') => ({
  name,
  type: 'STRING',
  value,
  computable_value: null,
  name_code: null,
})
const plan = (name: string, price: number, features: string[]): Plan => ({
  id: name,
  name,
  slug: name,
  price,
  features: features.map((one) => feature(one)),
  zones: [],
})

test('plans: are compared by every feature that one of them has, cheapest first', () => {
  const plans = [plan('big', 20, ['Memory', 'Disk']), plan('small', 0, ['Memory', 'Back-ups'])]
  assert.deepEqual(featureNames(plans), ['Memory', 'Disk', 'Back-ups'])
  assert.deepEqual(
    sortedPlans(plans).map(({ name }) => name),
    ['small', 'big'],
  )
})

test('plans: what is on or off is said in words', () => {
  assert.equal(featureValue({ type: 'BOOLEAN', value: 'true' }), 'yes')
  assert.equal(featureValue({ type: 'BYTES', value: '256 MB' }), '256 MB')
})

test('marketplace: services are found by words of name and description', () => {
  const offers = [
    { id: 'redis-addon', name: 'Redis', shortDesc: 'A cache', plans: [] },
    { id: 'pg', name: 'PostgreSQL', shortDesc: 'A database', plans: [] },
  ] as unknown as Offer[]
  const names = (search: string) => matchingOffers(offers, search).map(({ name }) => name)
  assert.deepEqual(names(''), ['PostgreSQL', 'Redis'])
  assert.deepEqual(names('a cache'), ['Redis'])
})

test('options: are lines of name and value; the first wrong line is told', () => {
  assert.deepEqual(parseOptions('a=1\n\n b = x=y '), { a: '1', b: 'x=y' })
  assert.equal(parseOptions('a=1\nnope'), 2)
})
