const units: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
}

/** Milliseconds of `90`, `90s`, `12h`, `7d`; the unit of a bare number is `bare`. `undefined` when invalid. */
export function parseDuration(text: string, bare: keyof typeof units = 's'): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|w|y)?$/.exec(text.trim())
  const unit = match && units[match[2] ?? bare]
  return unit ? Math.round(Number(match[1]) * unit) : undefined
}

/** A duration as people read it, with as many figures as say something: `840 ms`, `2.1 s`, `12 s`, `3 min 20 s`, `1 h 5 min`, `2 d 3 h`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 9_950) return `${Math.round(milliseconds / 100) / 10} s`
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return pair(seconds, [60, 'min'], 's')
  const minutes = Math.round(seconds / 60)
  if (minutes < 1440) return pair(minutes, [60, 'h'], 'min')
  return pair(Math.round(minutes / 60), [24, 'd'], 'h')
}

/** A count of small units as large ones and the rest. */
function pair(count: number, large: readonly [size: number, name: string], small: string): string {
  const [size, name] = large
  const whole = `${Math.floor(count / size)} ${name}`
  return count % size === 0 ? whole : `${whole} ${count % size} ${small}`
}
