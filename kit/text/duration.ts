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

/** `850 ms`, `12.3 s`, `4 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
