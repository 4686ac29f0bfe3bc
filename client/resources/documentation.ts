import type { Connection } from '#client/http/connection.ts'

/** A page of the documentation that a platform serves. */
export interface DocumentationPage {
  /** Path below `/docs/`. */
  address: string
  title: string
  /** Part of the navigation; empty for pages that links alone lead to. */
  section: string
}

export const documentation = ({ ask }: Connection) => ({
  /** In reading order; none where the documentation is not built. */
  pages: () => ask<DocumentationPage[]>({ method: 'GET', path: '/docs/pages.json' }),
})
