import { form } from '#api/pages/form.ts'
import { logoutForm } from '#api/pages/login/logout.ts'
import type { PageCall } from '#api/pages/page-endpoint.ts'
import { webAddress } from '#kit/net/web-address.ts'
import { escapeHtml } from '#kit/text/html.ts'
import type { PendingAuthorization } from '#platform/identity/access/oauth1/authorize.ts'
import { outOfBand } from '#platform/identity/access/oauth1/callback.ts'
import { rightMeanings } from '#platform/model/identity/access/rights.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'

export interface ProviderContext {
  user: User
  /** Action of the form. */
  path: string
  /** Name of the organisation that owns the consumer, if any. */
  owner: string
}

/** Consumer, user, requested rights and destination: everything that the decision depends on. */
export function consentForm(
  call: PageCall,
  { consumer, requestToken }: PendingAuthorization,
  { user, path, owner }: ProviderContext,
): string {
  // The consumer's `url` can be anyone's; its base URL is where callbacks go.
  const host = hostOf(consumer.baseUrl) || hostOf(consumer.url)
  const about = [host && ` (${escapeHtml(host)})`, owner && ` of ${escapeHtml(owner)}`].join('')
  const ticks = consumer.rights.map(
    (right) =>
      `<label class="right"><input type="checkbox" name="${right}" checked> ${escapeHtml(rightMeanings[right])}</label>`,
  )
  const body = `<fieldset>
<legend>It can</legend>
${ticks.join('\n')}
</fieldset>
<p class="hint">${destinationText(requestToken.callback)}</p>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet">Refuse</button>`
  return `<p><strong>${escapeHtml(consumer.name)}</strong>${about} requests access to your account.
You are logged in as <strong>${escapeHtml(user.email)}</strong>.</p>
${consumer.description ? `<p>${escapeHtml(consumer.description)}</p>\n` : ''}${form(call.visit, path, body, { oauth_token: requestToken.token })}
${logoutForm(call, 'Use another account')}`
}

const hostOf = (url: string) => webAddress(url)?.host ?? ''

const destinationText = (callback: string) =>
  callback === outOfBand
    ? 'If you allow it, you get a code to copy into the program.'
    : `You will return to ${escapeHtml(hostOf(callback))}.`
