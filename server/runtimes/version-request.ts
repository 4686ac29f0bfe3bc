/** A version requested by an owner, and where it was requested. */
export interface VersionRequest {
  text: string
  /** Name in messages: `engines.node`, `mise.toml`. */
  origin: string
}
