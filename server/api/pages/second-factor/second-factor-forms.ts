import { field } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { qrCode } from '#kit/qr-code.ts'
import { escapeHtml } from '#kit/text/html.ts'
import { otpauthUrl } from '#platform/access/second-factor/totp.ts'
import type { User } from '#platform/accounts/users/user.ts'
import { signBegun } from './pending-enrolment.ts'

export const path = '/account/second-factor'

const password = (isWrong: boolean) =>
  field({
    label: 'Password',
    name: 'pass',
    type: 'password',
    autocomplete: 'current-password',
    isFirst: true,
    isWrong,
  })

const back = '<nav aria-label="Account"><ul><li><a href="/">Back</a></li></ul></nav>'

/** Form for an account without a second factor. */
export const startForm = ({ visit }: PageCall, isWrong: boolean) =>
  `<p>With a second factor, logging in needs your password and a code that changes every thirty seconds. An authenticator app
on your phone or in your password manager shows the code.</p>
${form(visit, path, `${password(isWrong)}\n<button>Set up a second factor</button>`)}
${back}`

/** The secret for the authenticator, and the field for the confirming code. */
export async function codeForm(
  call: PageCall,
  user: User,
  secret: string,
  isWrong = false,
): Promise<string> {
  const { visit, platform } = call
  const url = otpauthUrl(secret, { email: user.email, pagesUrl: platform.pagesUrl() })
  const code = field({
    label: 'Code',
    name: 'code',
    autocomplete: 'one-time-code',
    isNumeric: true,
    hint: 'The current six-digit code.',
    isFirst: true,
    isWrong,
  })
  return `<p>Scan this QR code with your authenticator app, or enter the key.</p>
${qrPicture(await qrCode(url), 'QR code with the key below')}
<p>Key: <code class="secret">${escapeHtml(secret.replace(/(.{4})(?=.)/g, '$1 '))}</code></p>
${form(visit, path, `${code}\n<button>Turn on</button>`, {
  step: 'confirm',
  begun: signBegun(call),
})}
${back}`
}

/** Backup codes as a selectable block and as a downloadable data URL. */
export const codeList = (codes: readonly string[]) =>
  `<p>Each backup code replaces one code of your authenticator, once. Store them where you can reach them without
your phone, for example on paper. They are not shown again.</p>
<pre class="codes" aria-label="Backup codes">
${codes.map((code) => `<code>${escapeHtml(code)}</code>`).join('\n')}
</pre>
<nav aria-label="Backup codes"><a class="button" download="berth-backup-codes.txt" href="data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}">Download as a file</a></nav>
${back}`

/** Form for an account with a second factor. */
export const removalForm = ({ visit }: PageCall, codesLeft: number, isWrong: boolean) =>
  `<p>The second factor is <strong>on</strong>. Backup codes left: <strong>${codesLeft}</strong>.</p>
${form(
  visit,
  path,
  `${password(isWrong)}
<button name="step" value="renew">Create new backup codes</button>
<button name="step" value="remove" class="quiet">Turn off the second factor</button>`,
)}
${back}`

const qrMargin = 4

/** A QR code as SVG, always dark on light, because scanners need that. */
function qrPicture(rows: readonly string[], label: string): string {
  const side = rows.length + 2 * qrMargin
  const squares = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index + qrMargin} ${y + qrMargin}h${run.length}v1h-${run.length}z`,
    ),
  )
  return `<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${squares.join('')}"/></svg>`
}
