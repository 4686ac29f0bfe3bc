/** Something about a document that its author should know. */
export interface Problem {
  /** Where: `api.config_vars[1]`; empty for the document as a whole. */
  path: string
  sentence: string
  /** A warning refuses nothing. */
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
