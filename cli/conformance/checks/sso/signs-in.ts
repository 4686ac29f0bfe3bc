import type { Reply } from '#cli/conformance/call.ts'

/** Whether a single sign-on form was accepted: a page, or a redirect that sets a cookie. */
export const isLetIn = ({ status, cookies }: Reply): boolean =>
  (status >= 200 && status < 300) || (status >= 300 && status < 400 && cookies.length > 0)
