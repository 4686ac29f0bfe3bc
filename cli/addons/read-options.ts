import { Refusal } from '#cli/refusal.ts'

/** `name=value`, as often as it was said; `enabled` and `disabled` are what stock clients say for true and false. */
export function readOptions(texts: readonly string[]): Record<string, string> {
  const meanings: Record<string, string> = { enabled: 'true', disabled: 'false' }
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new Refusal(`Invalid option '${text}'.`, 'Use --option name=value.')
      const value = text.slice(at + 1)
      return [text.slice(0, at), meanings[value] ?? value]
    }),
  )
}
