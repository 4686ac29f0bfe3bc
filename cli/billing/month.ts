import { Refusal } from '#cli/refusal.ts'

/** A month as the user gave it. */
export function monthOption(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new Refusal(`Invalid month '${text}': use year and month, such as 2026-10.`)
}
