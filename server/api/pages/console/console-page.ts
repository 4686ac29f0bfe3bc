import type { Endpoint } from '#api/http/endpoint.ts'
import { html, redirect } from '#api/http/response.ts'
import { callerOn } from '#api/pages/audit-page-action.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { escapeHtml } from '#kit/text/html.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { User } from '#platform/accounts/users/user.ts'

/** Input of a console page. */
export interface ConsoleCall extends Omit<PageCall, 'caller'> {
  user: User
  caller: Caller
  /** Named path segments. */
  named: Readonly<Record<string, string>>
}

/** Title and escaped body, or a redirect. */
export type ConsoleReply = { title: string; body: string } | Response

/**
 * A page at a console path that existing clients open. Without a session the user logs in first and returns through
 * `/goto` with `target`.
 */
export function consolePage(definition: {
  path: string
  title: string
  summary: string
  target(named: Readonly<Record<string, string>>, fields: URLSearchParams): string
  handle(call: ConsoleCall): Promise<ConsoleReply>
}): Endpoint {
  const { path, title, summary, target, handle } = definition
  return pageEndpoint({
    method: 'GET',
    path,
    title,
    summary,
    async handle(call) {
      const { visit, fields } = call
      const named: Readonly<Record<string, string>> = call.params
      const { user } = visit
      if (!user) return redirect(loginPath(new URLSearchParams({ goto: target(named, fields) })))
      const reply = await handle({ ...call, user, caller: callerOn(visit, user), named })
      return reply instanceof Response ? reply : html(page(reply.title, reply.body))
    },
  })
}

/** Table of names and HTML values; rows without a value are left out. */
export function facts(rows: Readonly<Record<string, string | undefined>>): string {
  const shown = Object.entries(rows).filter(([, value]) => value)
  return `<table><tbody>
${shown.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${value}</td></tr>`).join('\n')}
</tbody></table>`
}

/** Commands and the API call for more than this page shows. */
export const nextSteps = (commands: readonly string[], call: string): string => `<h2>Next steps</h2>
<ul>
${commands.map((command) => `<li>${code(command)}</li>`).join('\n')}
</ul>
<p class="hint">In the API: ${code(call)}</p>`

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

export const link = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

export const list = (items: readonly string[], none: string): string =>
  items.length === 0
    ? `<p>${escapeHtml(none)}</p>`
    : `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`

export const date = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
