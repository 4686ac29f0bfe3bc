/** A problem of builds that its output tells. */
export interface KnownProblem {
  /** Output of a build tool or of Git that occurs for this problem only. */
  signs: readonly RegExp[]
  /** Output that a command of the application may print as well; matched only while dependencies are installed. */
  signsOfInstall?: readonly RegExp[]
  /** Advice for the owner. */
  advice: string
}
