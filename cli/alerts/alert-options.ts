import type { Options } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'

/** Options that an alert is described with. */
export const alertOptions = {
  minutes: {
    type: 'string',
    short: 'm',
    value: 'count',
    summary: 'How long it has to be so, in minutes (default: 5)',
  },
  to: {
    type: 'string',
    value: 'ids',
    summary:
      'Only these webhooks and e-mail notifications, separated by commas (default: those that have alerts among their events)',
  },
} as const satisfies Options

/** A number that somebody typed; `undefined` when nobody did. */
export function numberOption(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return Number(text)
  throw new Refusal(`Invalid ${name} '${text}': use a number such as 5.`)
}
