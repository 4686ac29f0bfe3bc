import { Refusal } from '#cli/refusal.ts'

/** Parses repeated `name=value` options; `enabled` and `disabled` mean true and false, as in stock clients. */
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
