const units = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

/**
 * Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as `PT30M`, in either case.
 * `undefined` when invalid; years and months have no fixed length.
 */
export function parseIsoDuration(text: string): number | undefined {
  const [whole, ...parts] = pattern.exec(text) ?? []
  if (whole === undefined || /[pt]$/i.test(whole)) return undefined
  const lengths = Object.values(units)
  const sum = parts.reduce(
    (total, part, place) => total + Number(part ?? 0) * (lengths[place] ?? 0),
    0,
  )
  return Number.isSafeInteger(Math.round(sum)) ? Math.round(sum) : undefined
}

const pattern =
  /^p(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:t(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9}(?:\.\d{1,3})?)s)?)?$/i
