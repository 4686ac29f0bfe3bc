const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `812 B`, `4.2 MB`; a dash when unknown. */
export function bytesText(bytes: number | null): string {
  if (bytes === null) return '-'
  let value = bytes
  let place = 0
  while (value >= 999.5 && place < units.length - 1) {
    value /= 1000
    place += 1
  }
  return `${place === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[place]}`
}

export const percentText = (percent: number | null): string =>
  percent === null ? '-' : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`

/** A number that is at most so exact as it is useful: `0.4`, `12`, `1200`. */
export const countText = (count: number | null): string => {
  if (count === null) return '-'
  return Number.isInteger(count) || count >= 100 ? String(Math.round(count)) : count.toFixed(1)
}

/** `4.2 ms`, `1.3 s`. */
export function latencyText(milliseconds: number | null): string {
  if (milliseconds === null) return '-'
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  return `${milliseconds >= 100 ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`
}
