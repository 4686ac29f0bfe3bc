import { endedSessionCookie } from '#api/auth/session.ts'
import { redirect, withCookie } from '#api/http/response.ts'
import { noteVisit } from '#api/pages/audit-page-action.ts'
import { form } from '#api/pages/form.ts'
import { carried, loginPath } from '#api/pages/login-destinations.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'

const path = '/v2/sessions/logout'

export const postLogout = pageEndpoint({
  method: 'POST',
  path,
  title: 'Log out',
  summary: 'Ends the session of the browser',
  async handle(call) {
    const { platform, visit, fields } = call
    if (visit.session) await platform.store.sessions.remove(visit.session.digest)
    if (visit.user) await noteVisit(call, visit.user, 'session.close')
    return withCookie(redirect(loginPath(fields)), endedSessionCookie(visit.isSecure))
  },
  again: (call) => logoutForm(call),
})

/** The logout button; a pending destination is kept, for a login with another account. */
export const logoutForm = ({ visit, fields }: PageCall, text = 'Log out') =>
  form(visit, path, `<button class="quiet">${text}</button>`, carried(fields))
