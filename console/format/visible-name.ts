/**
 * A name that somebody else has chosen, such as that of a table, with everything in it that is to be seen: characters that change
 * direction or show nothing have their number, and quotes are around a name that begins or ends with a blank.
 */
export function visibleName(name: string): string {
  const seen = name.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
  return seen === seen.trim() && seen !== '' ? seen : JSON.stringify(seen)
}
