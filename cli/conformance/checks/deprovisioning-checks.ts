import { randomUUID } from 'node:crypto'
import { answerOf, isDone, type Reply } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import { isLetIn } from './sso/signs-in.ts'

const check = checksOf('deprovisioning')
const isGone = (reply: Reply) => isDone(reply) || reply.status === 404 || reply.status === 410
const advice = 'Answer 200 when it is deleted, 404 or 410 when there is nothing (any more).'

export const deprovisioningChecks: readonly Check[] = [
  check('done', 'must', 'A resource can be deleted', spec.remove, async (stage) => {
    const { made } = await stage.success()
    const reply = await stage.remove(made.id)
    demand(isDone(reply), `DELETE was answered with ${answerOf(reply)}.`, advice)
  }),
  check('twice', 'must', 'Deleting twice is not an error', spec.remove, async (stage) => {
    const { made } = await stage.success()
    await stage.remove(made.id)
    const reply = await stage.remove(made.id)
    demand(
      isGone(reply),
      `The second DELETE was answered with ${answerOf(reply)}: the platform would try for ever.`,
      advice,
    )
  }),
  check('at-once', 'must', 'Deleting twice at once is not an error', spec.remove, async (stage) => {
    const { made } = await stage.success()
    const replies = await Promise.all([stage.remove(made.id), stage.remove(made.id)])
    const odd = replies.find((reply) => !isGone(reply))
    demand(odd === undefined, `One was answered with ${odd && answerOf(odd)}.`, advice)
  }),
  check(
    'unknown',
    'must',
    'Deleting an unknown add-on is not an error',
    spec.remove,
    async (stage) => {
      const reply = await stage.remove(`unknown-${randomUUID()}`)
      demand(isGone(reply), `DELETE was answered with ${answerOf(reply)}.`, advice)
    },
  ),
  check(
    'unknown-status',
    'should',
    'Deleting what never was is answered with 404 or 410',
    spec.remove,
    async (stage) => {
      const reply = await stage.remove(`unknown-${randomUUID()}`)
      demand(
        [404, 410].includes(reply.status),
        `DELETE was answered with ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check('others-stay', 'must', 'Other resources stay', spec.remove, async (stage) => {
    const kept = await stage.success()
    const { owner_id, user_id } = kept.body
    const { made } = await stage.success({ owner_id, user_id })
    await stage.remove(made.id)
    const again = await stage.order({ ...kept.body })
    demand(
      again.made?.id === kept.made.id,
      'Another resource of the same owner is not known any more.',
      'Delete the one resource that the address names.',
    )
    const reply = await stage.remove(kept.made.id)
    demand(
      isDone(reply),
      `Another resource could not be deleted: ${answerOf(reply)}.`,
      'Delete the one resource that the address names.',
    )
  }),
  check(
    'panel-closed',
    'must',
    'Nobody gets into the panel of what is deleted',
    spec.sso,
    async (stage) => {
      const { made } = await stage.success()
      const open = await stage.enter(stage.form(made.id))
      if (!isLetIn(open)) throw new SkippedError('Single sign-on does not work.')
      await stage.remove(made.id)
      const reply = await stage.enter(stage.form(made.id))
      demand(
        !isLetIn(reply),
        `Single sign-on was answered with ${answerOf(reply)} after the deletion.`,
        'Look the resource up, and refuse when it is gone.',
      )
    },
  ),
  check('session-closed', 'should', 'A session ends with its resource', spec.sso, async (stage) => {
    const { made } = await stage.success()
    const entered = await stage.enter(stage.form(made.id))
    const before = await stage.visit(entered)
    await stage.remove(made.id)
    const after = await stage.visit(entered)
    if (!isDone(before)) throw new SkippedError('The panel does not open.')
    demand(
      !isDone(after) || after.text !== before.text,
      'The panel still shows the same.',
      'Look the resource up for each page.',
    )
  }),
  check(
    'odd-ids',
    'must',
    'Odd ids delete nothing and break nothing',
    spec.remove,
    async (stage) => {
      const kept = await stage.success()
      for (const id of ['%', '*', 'a/b', 'é 🚀', "' or '1'='1", '../..', 'x'.repeat(1_000)]) {
        const reply = await stage.remove(id)
        demand(reply.status !== 0, `DELETE of an odd id got ${answerOf(reply)}.`, advice)
      }
      const again = await stage.order({ ...kept.body })
      demand(
        again.made?.id === kept.made.id,
        'After that a resource was gone.',
        'Compare ids as whole texts.',
      )
    },
  ),
  check('odd-ids-status', 'should', 'Odd ids are answered with 4xx', spec.remove, async (stage) => {
    for (const id of ['%', 'a/b', 'é 🚀', 'x'.repeat(1_000)]) {
      const reply = await stage.remove(id)
      demand(
        reply.status < 500 && reply.status !== 0,
        `DELETE of an odd id was answered with ${answerOf(reply)}.`,
        advice,
      )
    }
  }),
]
