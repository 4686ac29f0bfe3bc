/** A problem of a document, for its author. */
export interface Problem {
  /** Path such as `api.config_vars[1]`; empty for the whole document. */
  path: string
  sentence: string
  /** A warning does not reject the document. */
  severity: 'error' | 'warning'
}

export const error = (path: string, sentence: string): Problem => ({
  path,
  sentence,
  severity: 'error',
})

export const warning = (path: string, sentence: string): Problem => ({
  path,
  sentence,
  severity: 'warning',
})
