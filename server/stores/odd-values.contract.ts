import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

/** Contract of the values that databases are likely to treat differently: order of text, large numbers, odd characters. */
export function oddValuesContract(name: string, open: () => Promise<Store>): void {
  const promise = (sentence: string, body: (store: Store) => Promise<void>) =>
    test(`${name} values: ${sentence}`, async () => {
      const store = await open()
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })

  promise('text is sorted and compared by code points, whatever the locale', async (store) => {
    const { id } = await addApplication(store)
    const names = ['_', 'a', 'B', 'É', 'aB', 'Z', 'é', '1', 'a_b', 'A', '漢']
    for (const each of names) await store.variables.set(id, each, each)
    const expected = names.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    )
    const numbersFirst = expected.filter((each) => each !== '1')
    assert.deepEqual(Object.keys(await store.variables.of(id)), ['1', ...numbersFirst])
  })

  promise('dates beyond 32 bits, counts and sums are numbers', async (store) => {
    const startedAt = 4_102_444_800_123
    const attempt = { accountId: 'orga_1', host: 'a.test', startedAt } as const
    await store.acmeAttempts.add(attempt)
    await store.acmeAttempts.setFailed('a.test', startedAt)
    await store.acmeAttempts.add({ ...attempt, host: 'b.test' })
    const counts = (await store.acmeAttempts.countSince(0)).map((count) => ({ ...count }))
    assert.deepEqual(counts, [{ accountId: 'orga_1', attempts: 2, failures: 1, startedAt }])
  })

  promise('a number larger than any that was given is not found', async (store) => {
    const { id } = await addApplication(store)
    assert.equal(await store.deployments.findByNumber(id, 2 ** 40), undefined)
  })

  promise(
    'a long text with quotes, line breaks and every plane is read unchanged',
    async (store) => {
      const { id } = await addApplication(store)
      const text = `'"\\$1 ? :a\r\n\t${'é漢🚀'.repeat(100_000)}`
      await store.applications.change(id, { description: text })
      assert.equal((await store.applications.find(id))?.description, text)
    },
  )

  promise('a text with U+0000, as a provider may send it, is kept somehow', async (store) => {
    const delivery = {
      id: newId('delivery'),
      providerId: 'pigeon',
      addonId: null,
      direction: 'out',
      purpose: 'provision',
      method: 'POST',
      url: 'http://pigeon.test',
      status: 200,
      duration: 1.5,
      request: '',
      answer: 'a\0b',
      trouble: '',
      createdAt: 1,
    } as const
    await store.deliveries.add(delivery as never)
    const kept = await store.deliveries.find(delivery.id as never)
    assert.match(kept?.answer ?? '', /^a[\0\uFFFD]b$/)
    assert.equal(kept?.duration, 1.5)
  })

  promise('transactions of the same moment do not overlap', async (store) => {
    const { id } = await addApplication(store)
    const raise = () =>
      store.transaction(async (inside) => {
        const { COUNT = '0' } = await inside.variables.of(id)
        await inside.variables.set(id, 'COUNT', `${Number(COUNT) + 1}`)
      })
    await Promise.all(Array.from({ length: 20 }, raise))
    assert.deepEqual(await store.variables.of(id), { COUNT: '20' })
  })

  promise('what has never been tried comes first', async (store) => {
    await store.certificateOrders.add(
      ['user_1', 'user_2', 'user_3'].map((owner, at) => ({
        host: `${at}.test`,
        ownerId: owner as 'user_1',
      })),
      1,
    )
    await store.certificateOrders.change('0.test', { attemptedAt: 9 })
    await store.certificateOrders.change('2.test', { attemptedAt: 5 })
    const due = await store.certificateOrders.dueAccounts(10)
    assert.deepEqual(
      due.map(({ accountId }) => accountId),
      ['user_2', 'user_3', 'user_1'],
    )
  })
}
