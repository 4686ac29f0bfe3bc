const slash = 0x2f

/** The text without slashes at its end. A regular expression such as `/\/+$/` takes time that grows with the square. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === slash) end -= 1
  return text.slice(0, end)
}
