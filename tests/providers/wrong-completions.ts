import { randomUUID } from 'node:crypto'
import { callBack } from './call-back.ts'
import { type Item, type ProviderState, said } from './provider-state.ts'
import { slow, type WrongProvider, wrong } from './wrong-provider.ts'

const coming = (
  item: Item,
  shop: ProviderState,
  act: (item: Item, shop: ProviderState) => unknown,
) => ({
  ...said(202, { id: item.id }),
  afterwards: () => void act(item, shop),
})

/** Providers that complete orders incorrectly. */
export const wrongCompletions: readonly WrongProvider[] = [
  slow('never calls back', 'asynchronous.calls-back', () => ({
    made: (item, shop) => coming(item, shop, () => {}),
  })),
  slow('calls back before it answers', 'asynchronous.after-answer', () => ({
    async made(item, shop) {
      await callBack(shop, item, item.config)
      return coming(item, shop, () => callBack(shop, item, item.config))
    },
  })),
  wrong('asks for details during the order', 'provisioning.no-early-call', (right) => ({
    async made(item, shop) {
      await fetch(item.callbackUrl).then((response) => response.body?.cancel())
      return right.made(item, shop)
    },
  })),
  slow('calls back with another password', 'asynchronous.credentials', () => ({
    made: (item, shop) => coming(item, shop, () => callBack(shop, item, item.config, 'other')),
  })),
  slow('calls back with numbers', 'asynchronous.config', () => ({
    made: (item, shop) => coming(item, shop, () => callBack(shop, item, { BENCH_TOKEN: 1 })),
  })),
  slow('calls back without values', 'asynchronous.config', () => ({
    made: (item, shop) => coming(item, shop, () => callBack(shop, item, undefined)),
  })),
  wrong('answers 202 without an id', 'asynchronous.id', () => ({
    made: () => said(202, { message: 'It is coming.' }),
  })),
  slow('answers 202 with another id each time', 'asynchronous.same-id', () => ({
    made: (item, shop) => ({
      ...said(202, { id: randomUUID() }),
      afterwards: () => void callBack(shop, item, item.config),
    }),
  })),
]
