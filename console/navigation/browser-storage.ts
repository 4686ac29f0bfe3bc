/**
 * What this browser remembers between visits. A browser may refuse storage altogether, or have none left: then nothing
 * is remembered, and everything else works.
 */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Refused or full.
  }
}
