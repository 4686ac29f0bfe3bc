/** Drafts that would be lost: of the whole window, or of a dialog in it, which the window has as well. */
export class DraftRegistry {
  readonly #drafts = new Set<symbol>()
  readonly #outer: DraftRegistry | undefined

  constructor(outer?: DraftRegistry) {
    this.#outer = outer
  }

  get isEmpty(): boolean {
    return this.#drafts.size === 0
  }

  add(draft: symbol): void {
    this.#drafts.add(draft)
    this.#outer?.add(draft)
  }

  /** They may be lost. */
  clear(): void {
    this.#drafts.clear()
  }

  remove(draft: symbol): void {
    this.#drafts.delete(draft)
    this.#outer?.remove(draft)
  }
}

export const windowDrafts = new DraftRegistry()
