import { printable } from '#cli/terminal/printable.ts'
import type { EmailHook, Webhook } from '#client/resources/events/notifications.ts'

const common = ({ id, name, ownerId, scope, events }: Webhook | EmailHook): string[] => [
  printable(name || id),
  `  id: ${id}`,
  `  services: ${(scope ?? [ownerId]).join(', ')}`,
  `  events: ${(events ?? ['ALL']).join(', ')}`,
]

/** A webhook in a few lines, as the stock tool shows it. */
export const webhookText = (webhook: Webhook): string =>
  [
    ...common(webhook),
    ...(webhook.state === 'DISABLED' ? ['  disabled, because it failed for days'] : []),
    '  hooks:',
    ...webhook.urls.map(({ url, format }) => `    ${printable(url)} (${format})`),
  ].join('\n')

export const emailHookText = (hook: EmailHook): string =>
  [
    ...common(hook),
    `  to: ${hook.notified.map(({ target }) => printable(target ?? 'whole team')).join(', ')}`,
  ].join('\n')
