/** Dependency trees used by builds that have no artifact yet. */
export class TreesInUse {
  readonly #holders = new Map<string, Set<string>>()

  has(name: string): boolean {
    return [...this.#holders.values()].some((names) => names.has(name))
  }

  hold(deploymentId: string, name: string): void {
    const names = this.#holders.get(deploymentId) ?? new Set()
    this.#holders.set(deploymentId, names.add(name))
  }

  release(deploymentId: string): void {
    this.#holders.delete(deploymentId)
  }
}
