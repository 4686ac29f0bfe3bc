/** Shorter ones would be found in every other word. */
const shortest = 8
const instead = '[secret]'

/** Lines without the secrets: what a tool complains about must not show them to whoever reads the log. */
export function concealing(secrets: readonly string[]): (line: string) => string {
  const pieces = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= shortest && !/^-----.*-----$/.test(piece))
    .sort((one, other) => other.length - one.length)
  return (line) => pieces.reduce((text, piece) => text.replaceAll(piece, instead), line)
}
