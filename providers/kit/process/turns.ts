/** One thing at a time for each key. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    const clear = () => last.get(key) === turn && last.delete(key)
    turn.then(clear, clear)
    return turn
  }
}
