import type { User } from '#platform/model/identity/accounts/user.ts'

/** Links for pages without any other action. */
export const nextLinks = (user: User | undefined): string =>
  user
    ? '<nav aria-label="Ways on"><ul><li><a href="/">Your account</a></li></ul></nav>'
    : '<nav aria-label="Ways on"><ul><li><a href="/v2/sessions/login">Log in</a></li></ul></nav>'
