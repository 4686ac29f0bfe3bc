/** A problem of instances that their output tells. */
export interface KnownProblem {
  /** Texts that a line of the output contains for this problem only; or a test of the line. */
  signs: readonly string[] | ((line: string) => boolean)
  /** Problems that have the same signs: with one of them this one is not meant. */
  unless?: readonly KnownProblem[]
  /** Advice for the owner. */
  advice: readonly string[]
  /** Whether another start would fail in the same way. */
  isPermanent?: true
}
