/** Values of answers by their names, so that later requests name things that exist. */
export interface SeenValues {
  /** Keeps the texts of an answer. */
  add(answer: unknown): void
  /** One that an answer had under this name, or nothing. */
  draw(name: string): string | undefined
  clear(): void
}

const maxPerName = 50
const maxNodes = 500
const maxLength = 200

export function createSeenValues(below: (limit: number) => number): SeenValues {
  const byName = new Map<string, string[]>()
  return {
    add(answer) {
      const waiting: unknown[] = [answer]
      for (let nodes = 0; waiting.length > 0 && nodes < maxNodes; nodes += 1) {
        const node = waiting.pop()
        if (typeof node !== 'object' || node === null) continue
        for (const [name, value] of Object.entries(node)) {
          waiting.push(value)
          if (typeof value !== 'string' || value === '' || value.length > maxLength) continue
          const known = byName.get(name) ?? []
          if (known.length < maxPerName) known.push(value)
          else known[below(maxPerName)] = value
          byName.set(name, known)
        }
      }
    },
    draw(name) {
      const known = byName.get(name)
      return known?.[below(known.length)]
    },
    clear: () => byName.clear(),
  }
}
