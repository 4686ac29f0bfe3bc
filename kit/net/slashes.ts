const slash = 0x2f

/** Removes trailing slashes. A regular expression such as `/\/+$/` takes quadratic time. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === slash) end -= 1
  return text.slice(0, end)
}
