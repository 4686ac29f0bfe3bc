import { escapeHtml } from '#kit/text/html.ts'
import type { Maintenance } from '#platform/model/hosting/visitors/visitor-rules-store.ts'

/** Writes the message and the expected end, in UTC, into an owner's page, in place of the first `{{message}}` and `{{until}}`. */
export const fillPage = (
  html: string,
  { message, until }: Pick<Maintenance, 'message' | 'until'>,
): string =>
  html
    .replace('{{message}}', () => escapeHtml(message))
    .replace('{{until}}', () => (until === null ? '' : escapeHtml(formatUntil(until))))

const formatUntil = (until: number) =>
  `${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
