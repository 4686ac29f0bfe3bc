import { answerOf, type Reply } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand } from '#cli/conformance/check.ts'
import { formType } from '#cli/conformance/open-stage.ts'
import { spec } from '#cli/conformance/spec.ts'
import { isLetIn } from './signs-in.ts'

const check = checksOf('hostile')
const isClientFault = ({ status }: Reply) => status >= 400 && status < 500

export const hostileFormChecks: readonly Check[] = [
  check('sso-broken', 'must', 'A broken form opens nothing', spec.hostile, async (stage) => {
    for (const body of ['', '%', '%ZZ=%E0%A4%A', '&&==&', 'id', 'id[]=1&id[a]=2']) {
      const reply = await stage.callBare({
        method: 'POST',
        url: stage.endpoints.sso_url,
        headers: formType,
        body,
      })
      demand(
        !isLetIn(reply) && reply.status !== 0,
        `'${body}' was answered with ${answerOf(reply)}.`,
        'Answer 403.',
      )
    }
  }),
  check(
    'sso-broken-status',
    'should',
    'A broken form is answered with 4xx',
    spec.hostile,
    async (stage) => {
      for (const body of ['', '%', '%ZZ=%E0%A4%A']) {
        const reply = await stage.callBare({
          method: 'POST',
          url: stage.endpoints.sso_url,
          headers: formType,
          body,
        })
        demand(
          isClientFault(reply),
          `'${body}' was answered with ${answerOf(reply)}.`,
          'Answer 403.',
        )
      }
    },
  ),
  check('sso-large', 'should', 'A form of 2 MiB is refused', spec.hostile, async (stage) => {
    const body = `id=${'x'.repeat(2 * 1024 * 1024)}`
    const reply = await stage.callBare({
      method: 'POST',
      url: stage.endpoints.sso_url,
      headers: formType,
      body,
    })
    demand(!isLetIn(reply), `The answer was ${answerOf(reply)}.`, 'Read no more than some KiB.')
  }),
  check(
    'header-injection',
    'must',
    'Line breaks in a form do not become headers',
    spec.hostile,
    async (stage) => {
      const { made } = await stage.sample()
      const reply = await stage.enter(
        stage.form(made.id, {
          email: 'a@b.org\r\nX-Injected: 1\r\n',
          user_id: 'u\r\nX-Injected: 1',
        }),
      )
      demand(
        reply.headers['x-injected'] === undefined,
        'The form set a header of the answer.',
        'Put nothing of the form into headers.',
      )
    },
  ),
]
