/** A command as one line, whatever its arguments contain. */
export const commandText = (command: string[]) =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')

const maxLength = 80

/** Short form for the owner: of a command run by a shell, the last line of its script. */
export function shortText(command: readonly string[]): string {
  const line = command.at(-1)?.trim().split('\n').at(-1) ?? ''
  const text = command.includes('-c') ? line : command.join(' ')
  const clean = text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…` : clean
}
