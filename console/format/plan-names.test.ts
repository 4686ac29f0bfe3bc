import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Offer } from '#client/resources/marketplace/offers.ts'
import { planNames } from './plan-names.ts'

test('prices: plans have their names, and what is not offered any more its id', () => {
  const plans = [{ slug: 's', name: 'Small' }] as Offer['plans']
  const offers = [{ id: 'pigeon', name: 'Pigeons', plans }]
  const names = (source: string, flavor: string) => {
    const { service, plan } = planNames({ source, flavor }, offers)
    return `${service}, ${plan}`
  }
  assert.equal(names('pigeon', 's'), 'Pigeons, Small')
  assert.equal(names('pigeon', 'old'), 'Pigeons, old')
  assert.equal(names('gone', 's'), 'gone, s')
})
