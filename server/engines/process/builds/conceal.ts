import { replaceLiterals } from '#kit/text/replace-literals.ts'

/** Shorter ones would be found in every other word. */
const shortest = 8
const instead = '[secret]'
/** Characters of secrets that are looked for inside of lines; lines of secrets beyond are found when they stand alone. */
const maxSearched = 64 * 1024

/** Lines without the secrets: what a tool complains about must not show them to whoever reads the log. */
export function concealing(secrets: readonly string[]): (line: string) => string {
  const lines = secrets
    .flatMap((secret) => secret.split(/\r?\n/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= shortest && !/^-----.*-----$/.test(piece))
  const searched: string[] = []
  const others = new Set<string>()
  let room = maxSearched
  for (const line of new Set(lines)) {
    if (line.length <= room) searched.push(line)
    else others.add(line)
    room -= Math.min(room, line.length)
  }
  const replace = replaceLiterals(searched, instead)
  return (line) => (others.has(line.trim()) ? instead : replace(line))
}
