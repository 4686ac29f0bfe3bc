/** A time as it is in the address: durations before now such as `1h`, or times in ISO 8601; empty for any. */
export interface TimeRange {
  since: string
  until: string
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A time of the address in ISO 8601; `undefined` if it has none or cannot be understood. */
export function timeOf(value: string, now: number): string | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? []
  if (count && unit)
    return new Date(now - Number(count) * units[unit as keyof typeof units]).toISOString()
  const time = Date.parse(value)
  return value === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** A time as the browser's field for it has it: local, without a zone. */
export function localTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return ''
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
