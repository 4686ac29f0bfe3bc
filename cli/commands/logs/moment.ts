import { Refusal } from '#cli/refusal.ts'

const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment as ISO 8601: given as a date, or as a time ago such as `10m`, `2h` or `1d`. */
export function moment(text: string, now = Date.now()): string {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const time = count && unit ? now - Number(count) * (units[unit] ?? 0) : Date.parse(text)
  const date = new Date(time)
  if (Number.isNaN(date.getTime()))
    throw new Refusal(
      `Invalid time '${text}'.`,
      'Use a date such as 2026-01-31T12:00:00Z, or a duration such as 10m, 2h or 1d.',
    )
  return date.toISOString()
}
