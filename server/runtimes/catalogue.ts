/** What planning knows of the world: facts with a date, so that it needs no network. */
export interface Catalogue {
  /** The releases of a tool that can be had, oldest first. */
  versions(tool: string): readonly string[]
  /** The day from which a release line of Node gets no more security fixes, as in `2027-04-30`. */
  endOfLife(nodeVersion: string): string | undefined
  /** The day on which it is planned, in the same form. */
  today(): string
}
