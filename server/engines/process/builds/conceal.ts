/** Shorter ones would be found in every other word. */
const shortest = 8
const instead = '[secret]'
/** Lines of secrets that are looked for inside of others, as many as the largest keys have; what is beyond is found as a whole line. */
const maxSearched = 200

/** Lines without the secrets: what a tool complains about must not show them to whoever reads the log. */
export function concealing(secrets: readonly string[]): (line: string) => string {
  const lines = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= shortest && !/^-----.*-----$/.test(piece))
  const pieces = [...new Set(lines)].sort((one, other) => other.length - one.length)
  const searched = pieces.slice(0, maxSearched)
  const others = new Set(pieces.slice(maxSearched))
  return (line) =>
    others.has(line.trim())
      ? instead
      : searched.reduce((text, piece) => text.replaceAll(piece, instead), line)
}
