/** A problem of builds that its output tells. */
export interface KnownProblem {
  /** Output of a build tool or of Git that occurs for this problem only. */
  signs: readonly RegExp[]
  /** Output that a command of the application may print as well; matched only while dependencies are installed. */
  signsOfInstall?: readonly RegExp[]
  /** Problems of which this one is only what follows: with one of them it is not meant. */
  unless?: readonly KnownProblem[]
  /** Advice for the owner. */
  advice: string
}
