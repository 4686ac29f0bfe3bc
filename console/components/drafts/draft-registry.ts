/** Drafts that would be lost: of the whole window, or of a dialog in it, which the window has as well. */
export class DraftRegistry {
  readonly #drafts = new Map<symbol, () => void>()
  readonly #outer: DraftRegistry | undefined

  constructor(outer?: DraftRegistry) {
    this.#outer = outer
  }

  get isEmpty(): boolean {
    return this.#drafts.size === 0
  }

  /** `discard` takes back what was typed. */
  add(draft: symbol, discard: () => void): void {
    this.#drafts.set(draft, discard)
    this.#outer?.add(draft, discard)
  }

  /** They are lost: a page that is left stays until the next one is loaded, and whoever comes back before finds it as it is saved. */
  discardAll(): void {
    const drafts = [...this.#drafts.values()]
    this.#drafts.clear()
    for (const discard of drafts) discard()
  }

  remove(draft: symbol): void {
    this.#drafts.delete(draft)
    this.#outer?.remove(draft)
  }
}

export const windowDrafts = new DraftRegistry()
