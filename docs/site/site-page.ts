import type { Heading, Passage } from './markdown.ts'
import type { Section } from './sections.ts'

/** A page of the site, without what is around it. */
export interface SitePage {
  /** Path from the root of the site: `guides/console.html`. */
  address: string
  title: string
  /** Where the navigation has it; pages without one are reached by links only. */
  section: Section | undefined
  html: string
  headings: readonly Heading[]
  passages: readonly Passage[]
  /** Whether readers can call the API from it. */
  isApi?: boolean
}

/** A part of the navigation with its pages. */
export interface FilledSection {
  section: Section
  pages: readonly SitePage[]
}
