const maxForms = 10_000

/**
 * Whether a single sign-on form is used for the first time, by its signature: each is valid once, so that a copy from a
 * browser is useless. Remembered for twice the window, in milliseconds, in which a form is accepted.
 */
export function createUsedForms(window: number): (signature: string, now: number) => boolean {
  const used = new Map<string, number>()
  return (signature, now) => {
    for (const [old, until] of used) if (until < now || used.size > maxForms) used.delete(old)
    if (used.has(signature)) return false
    used.set(signature, now + 2 * window)
    return true
  }
}
