/** Members by rank, a small positive number; finds one of the highest without looking at the others. */
export class Ranking<T> {
  readonly #byRank: (Set<T> | undefined)[] = []
  #top = 0

  add(member: T, rank: number) {
    const same = this.#byRank[rank]
    if (same) same.add(member)
    else this.#byRank[rank] = new Set([member])
    if (rank > this.#top) this.#top = rank
  }

  remove(member: T, rank: number) {
    this.#byRank[rank]?.delete(member)
  }

  /** Of several at the same rank, the one that has had it for longest. */
  get highest(): T | undefined {
    for (; this.#top > 0; this.#top -= 1) {
      for (const member of this.#byRank[this.#top] ?? []) return member
    }
    return undefined
  }
}
