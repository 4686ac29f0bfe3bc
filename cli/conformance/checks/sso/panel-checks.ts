import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { isLetIn } from './signs-in.ts'

const check = checksOf('sso')

/** Submits a single sign-on form; skips the check unless it is accepted. */
async function entered(stage: Stage, id?: string) {
  const reply = await stage.enter(stage.form(id ?? (await stage.sample()).made.id))
  if (!isLetIn(reply)) throw new SkippedError('Single sign-on does not work.')
  return reply
}

export const panelChecks: readonly Check[] = [
  check('http-only', 'should', 'Scripts cannot read the cookie', spec.sso, async (stage) => {
    const { cookies } = await entered(stage)
    demand(
      cookies.every((cookie) => /;\s*httponly/i.test(cookie)),
      'HttpOnly is missing.',
      'Add HttpOnly to the cookie.',
    )
  }),
  check(
    'secure-cookie',
    'should',
    'Over HTTPS the cookie is for HTTPS only',
    spec.sso,
    async (stage) => {
      if (!stage.endpoints.sso_url.startsWith('https:'))
        throw new SkippedError('The address is not HTTPS.')
      const { cookies } = await entered(stage)
      demand(
        cookies.every((cookie) => /;\s*secure/i.test(cookie)),
        'Secure is missing.',
        'Add Secure to the cookie.',
      )
    },
  ),
  check('panel', 'must', 'The panel opens with the cookie', spec.sso, async (stage) => {
    const reply = await stage.visit(await entered(stage))
    demand(
      reply.status > 0 && reply.status < 400,
      `The panel answered ${answerOf(reply)}.`,
      'Check the path and the name of the cookie.',
    )
  }),
  check(
    'panel-closed',
    'must',
    'The panel does not open without the cookie',
    spec.sso,
    async (stage) => {
      const into = await entered(stage)
      const [inside, outside] = [await stage.visit(into), await stage.visit(into, [])]
      if (!isDone(inside)) throw new SkippedError('The panel does not open.')
      demand(
        !isDone(outside) || outside.text !== inside.text,
        'The panel shows the same to somebody without a session.',
        'Check the session for each page.',
      )
    },
  ),
  check(
    'forged-cookie',
    'must',
    'The panel does not open with an invented cookie',
    spec.sso,
    async (stage) => {
      const into = await entered(stage)
      const inside = await stage.visit(into)
      const invented = into.cookies.map((cookie) =>
        cookie.replace(/=([^;]*)/, (_, value: string) => `=${value.slice(0, -4)}AAAA`),
      )
      const outside = await stage.visit(into, invented)
      if (!isDone(inside)) throw new SkippedError('The panel does not open.')
      demand(
        !isDone(outside) || outside.text !== inside.text,
        'The panel shows the same to an invented session.',
        'Sign the cookie, or make it a random key.',
      )
    },
  ),
  check('other-panel', 'must', 'A session opens one resource only', spec.sso, async (stage) => {
    const [one, other] = [await stage.sample(), await stage.success()]
    const mine = await entered(stage, one.made.id)
    const theirs = await entered(stage, other.made.id)
    if (mine.headers.location === theirs.headers.location)
      throw new SkippedError('All panels have one address.')
    const [shown, stolen] = [await stage.visit(theirs), await stage.visit(theirs, mine.cookies)]
    if (!isDone(shown)) throw new SkippedError('The panel does not open.')
    demand(
      !isDone(stolen) || stolen.text !== shown.text,
      `One customer's session opens another's panel.`,
      'Keep the id of the resource in the session and compare it.',
    )
  }),
  check('escaped', 'must', 'The panel shows an e-mail as text', spec.hostile, async (stage) => {
    const { made } = await stage.sample()
    const email = '<script>alert(1)</script>@example.org'
    const reply = await stage.enter(stage.form(made.id, { email }))
    const shown = await stage.visit(reply)
    demand(
      !shown.text.includes('<script>alert(1)'),
      'A script in an e-mail runs in the panel.',
      'Escape whatever comes from the form.',
    )
  }),
  check(
    'one-email',
    'must',
    'An e-mail that was not signed does not count',
    spec.signature,
    async (stage) => {
      const { made } = await stage.sample()
      const victim = 'victim-of-a-second-field@example.org'
      const fields = Object.entries(stage.form(made.id))
      for (const form of [
        [...fields, ['email', victim] as const],
        [['email', victim] as const, ...fields],
      ]) {
        const reply = await stage.enter(form)
        if (!isLetIn(reply) || !reply.headers.location) continue
        const shown = await stage.visit(reply)
        demand(
          !shown.text.includes(victim),
          'The panel takes the visitor for the e-mail of a second field.',
          'Refuse forms that have a field twice.',
        )
      }
    },
  ),
]
