/** A shortcut: one key, or two keys one after the other. */
export interface Shortcut {
  keys: readonly string[]
  run(): void
}

/** Between the two keys of a shortcut, in milliseconds. */
const maxPause = 1200

/** Follows keys as they are pressed, and runs the shortcut that they complete. */
export function keySequence(
  shortcuts: () => readonly Shortcut[],
  now: () => number = () => performance.now(),
) {
  let pressed: string[] = []
  let last = 0
  /** Returns whether the key completed a shortcut. */
  return (key: string): boolean => {
    if (now() - last > maxPause) pressed = []
    last = now()
    pressed = [...pressed, key].slice(-2)
    const found = shortcuts().find(({ keys }) =>
      keys.every((each, at) => each === pressed.at(at - keys.length)),
    )
    if (!found || pressed.length < found.keys.length) return false
    pressed = []
    found.run()
    return true
  }
}
