import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '#stores/marketplace.contract.ts'
import { openTestApi } from '#tests/support/platform/api.ts'

test('vendor API: wrong passwords are rate limited, and a provider with the right one is not', async () => {
  await using api = await openTestApi()
  await addOffer(api.platform.store)
  const ask = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`pigeon:${password}`).toString('base64')}`
    return (await fetch(`${api.url}/v2/vendor/apps`, { headers: { authorization } })).status
  }
  const right = 'p'.repeat(40)
  for (let call = 0; call < 100; call++) assert.equal(await ask(right), 200)
  const guesses: number[] = []
  for (let guess = 0; guess < 30; guess++) guesses.push(await ask(`guess ${guess}`))
  assert.deepEqual(new Set(guesses), new Set([401, 429]))
  // Further guesses get 429, even with the right password.
  assert.equal(await ask(right), 429)
})

test('vendor API: reads work with a full disk', async () => {
  await using api = await openTestApi()
  const { store } = api.platform
  await addOffer(store)
  store.deliveries.add = () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13 }))
  const authorization = `Basic ${Buffer.from(`pigeon:${'p'.repeat(40)}`).toString('base64')}`
  const answer = await fetch(`${api.url}/v2/vendor/apps`, { headers: { authorization } })
  assert.deepEqual([answer.status, await answer.json()], [200, []])
})
