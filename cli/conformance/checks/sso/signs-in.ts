import type { Reply } from '#cli/conformance/call.ts'

/** Whether a form of single sign-on was accepted: a page, or a redirection that brings a session. */
export const isLetIn = ({ status, cookies }: Reply): boolean =>
  (status >= 200 && status < 300) || (status >= 300 && status < 400 && cookies.length > 0)
