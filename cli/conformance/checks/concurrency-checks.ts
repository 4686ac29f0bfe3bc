import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { isLetIn } from './sso/signs-in.ts'

const check = checksOf('concurrency')
const several = 10

async function many(stage: Stage) {
  await stage.sample()
  return Promise.all(Array.from({ length: several }, () => stage.order()))
}

export const concurrencyChecks: readonly Check[] = [
  check('orders', 'must', 'Ten orders at once all succeed', spec.many, async (stage) => {
    const orders = await many(stage)
    const odd = orders.find(({ made }) => !made)
    demand(
      odd === undefined,
      `One was answered with ${odd && answerOf(odd.reply)}.`,
      'Let orders run side by side.',
    )
  }),
  check('ids', 'must', 'Ten orders at once get ten ids', spec.many, async (stage) => {
    const ids = (await many(stage)).flatMap(({ made }) => (made ? [made.id] : []))
    demand(
      new Set(ids).size === ids.length,
      'Two of them got the same id.',
      'Take ids from a sequence or make them random.',
    )
  }),
  check('remembered', 'must', 'Ten orders at once are all remembered', spec.many, async (stage) => {
    for (const { body, made } of await many(stage)) {
      if (!made) continue
      const again = await stage.order({ ...body })
      demand(
        again.made?.id === made.id,
        'One of them is not known any more.',
        'Write each order separately, not the whole list.',
      )
    }
  }),
  check('deletions', 'must', 'Ten deletions at once all succeed', spec.many, async (stage) => {
    const orders = await many(stage)
    const replies = await Promise.all(
      orders.flatMap(({ made }) => (made ? [stage.remove(made.id)] : [])),
    )
    const odd = replies.find((reply) => !isDone(reply))
    demand(
      odd === undefined,
      `One was answered with ${odd && answerOf(odd)}.`,
      'Let deletions run side by side.',
    )
  }),
  check(
    'mixed',
    'must',
    'Orders and deletions at once do not disturb each other',
    spec.many,
    async (stage) => {
      const old = (await many(stage)).flatMap(({ made }) => (made ? [made.id] : []))
      const [orders] = await Promise.all([
        many(stage),
        Promise.all(old.map((id) => stage.remove(id))),
      ])
      for (const { body, made } of orders) {
        const again = made && (await stage.order({ ...body }))
        demand(
          again?.made?.id === made?.id,
          'An order was lost.',
          'Write each order separately, not the whole list.',
        )
      }
    },
  ),
  check('visitors', 'should', 'Ten visitors at once all get in', spec.many, async (stage) => {
    const { made } = await stage.sample()
    const replies = await Promise.all(
      Array.from({ length: several }, () => stage.enter(stage.form(made.id))),
    )
    const odd = replies.find((reply) => !isLetIn(reply))
    demand(
      odd === undefined,
      `One was answered with ${odd && answerOf(odd)}.`,
      'Each form is on its own.',
    )
  }),
]
