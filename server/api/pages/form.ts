import { escapeHtml } from '#kit/text/html.ts'
import type { Visit } from './visit.ts'

/** A form with the visit's CSRF token and the carried fields. */
export function form(
  visit: Visit,
  action: string,
  body: string,
  hidden: Readonly<Record<string, string>> = {},
): string {
  const carried = Object.entries({ ...hidden, csrf: visit.csrf }).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">
${carried.join('\n')}
${body}
</form>`
}
