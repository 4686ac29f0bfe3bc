import { answerOf } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import { ssoTimestamp } from '#protocol/sso/sso.ts'
import { isLetIn } from './signs-in.ts'

const check = checksOf('sso')
const advice =
  'Build id:user_id:email:nav-data:sso_salt:timestamp from the decoded fields, hash it with SHA-512 and compare.'

/** A check that a valid form with some fields replaced is accepted. */
const opens = (name: string, severity: Check['severity'], sentence: string, email: string): Check =>
  check(name, severity, sentence, spec.signature, async (stage) => {
    const { made } = await stage.sample()
    const reply = await stage.enter(stage.form(made.id, { email }))
    demand(
      isLetIn(reply),
      `The answer was ${answerOf(reply)}.`,
      `${advice} Decode once: + is a space, %XX are bytes of UTF-8.`,
    )
  })

export const ssoChecks: readonly Check[] = [
  check('opens', 'must', 'A signed form is accepted', spec.sso, async (stage) => {
    const { made } = await stage.sample()
    const reply = await stage.enter(stage.form(made.id))
    demand(reply.status > 0 && reply.status < 400, `The answer was ${answerOf(reply)}.`, advice)
  }),
  check('redirects', 'must', 'The browser is redirected to the panel', spec.sso, async (stage) => {
    const { made } = await stage.sample()
    const reply = await stage.enter(stage.form(made.id))
    if (reply.status === 0 || reply.status >= 400)
      throw new SkippedError('Single sign-on does not work.')
    const isGood = [301, 302, 303].includes(reply.status) && reply.headers.location !== undefined
    demand(
      isGood,
      `The answer was ${answerOf(reply)} ${reply.headers.location ? '' : 'without Location'}.`,
      'Answer 303 with Location; 307 and 308 would post the form again.',
    )
  }),
  check('cookie', 'must', 'A session cookie is set', spec.sso, async (stage) => {
    const { made } = await stage.sample()
    const reply = await stage.enter(stage.form(made.id))
    if (reply.status === 0 || reply.status >= 400)
      throw new SkippedError('Single sign-on does not work.')
    demand(
      reply.cookies.length > 0,
      'There is no Set-Cookie.',
      'Set a cookie that is signed, or a random key of a session.',
    )
  }),
  check(
    'no-secret',
    'must',
    'The redirection does not tell the password or the salt',
    spec.secrets,
    async (stage) => {
      const { made } = await stage.sample()
      const reply = await stage.enter(stage.form(made.id))
      const said = decodeURIComponentLoosely(`${JSON.stringify(reply.headers)}${reply.text}`)
      const { password, sso_salt } = stage.manifest.api
      demand(
        ![password, sso_salt].some((secret) => said.includes(secret)),
        'A secret of the manifest is in the answer.',
        'Browsers keep and send addresses; put nothing into them.',
      )
    },
  ),
  check(
    'plain-location',
    'should',
    'The signature does not go on in the address',
    spec.sso,
    async (stage) => {
      const { made } = await stage.sample()
      const form = stage.form(made.id)
      const reply = await stage.enter(form)
      demand(
        !(reply.headers.location ?? '').includes(form.signature),
        'Location contains the signature.',
        'The cookie is enough.',
      )
    },
  ),
  opens('plus', 'must', 'An e-mail with a plus sign is accepted', 'ada+tag@example.org'),
  opens('unicode', 'must', 'An e-mail with letters beyond ASCII is accepted', 'ana@exämple.org'),
  opens('space', 'should', 'A space is decoded', '"a b"@example.org'),
  opens('percent', 'must', 'An e-mail with a percent sign is decoded once', 'a%41b@example.org'),
  opens('colon', 'should', 'An e-mail with a colon is accepted', '"a:b"@example.org'),
  opens('ampersand', 'should', 'An e-mail with & and = is accepted', 'a&b=c@example.org'),
  check(
    'without-token',
    'should',
    'The signature is enough, without the older token',
    spec.signature,
    async (stage) => {
      const { made } = await stage.sample()
      const { token, ...form } = stage.form(made.id)
      const reply = await stage.enter(form)
      demand(
        isLetIn(reply),
        `Without the token ${token.slice(0, 4)}… the answer was ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check('replayed', 'should', 'A form opens once', spec.fresh, async (stage) => {
    const { made } = await stage.sample()
    const form = stage.form(made.id)
    if (!isLetIn(await stage.enter(form))) throw new SkippedError('Single sign-on does not work.')
    const reply = await stage.enter(form)
    demand(
      !isLetIn(reply),
      'The same form opened a second time.',
      'Remember signatures for as long as they are fresh.',
    )
  }),
  check('quick', 'should', 'The answer comes within 5 s', spec.timeout, async (stage) => {
    const { made } = await stage.sample()
    const { milliseconds } = await stage.enter(stage.form(made.id))
    demand(milliseconds < 5_000, `It took ${milliseconds} ms.`, 'A person waits for it.')
  }),
  check(
    'seconds',
    'should',
    'Timestamps in seconds and in milliseconds are understood',
    spec.fresh,
    async (stage) => {
      const { made } = await stage.sample()
      const unit = stage.timestampUnit === 'seconds' ? 'milliseconds' : 'seconds'
      const reply = await stage.enter(
        stage.form(made.id, { timestamp: ssoTimestamp(Date.now(), unit) }),
      )
      demand(
        isLetIn(reply),
        `In ${unit} the answer was ${answerOf(reply)}.`,
        'Ten digits are seconds, thirteen milliseconds.',
      )
    },
  ),
]

function decodeURIComponentLoosely(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}
