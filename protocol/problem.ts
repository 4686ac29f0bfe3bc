/** A warning does not reject the document. */
export const severities = ['error', 'warning'] as const

/** A problem of a document, for its author. */
export interface Problem {
  /** Path such as `api.config_vars[1]`; empty for the whole document. */
  path: string
  sentence: string
  severity: (typeof severities)[number]
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
