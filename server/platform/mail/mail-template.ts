import { mailHtml } from './mail-html.ts'
import { type MailPart, oneLine, type Sentence } from './mail-parts.ts'
import { mailText } from './mail-text.ts'

/** Input of an e-mail template. */
export interface MailContext {
  to: string
  /** URL of our pages, without trailing slash. */
  pagesUrl: string
  /** URL of the console, without trailing slash. */
  consoleUrl: string
  knows: Readonly<Record<string, string>>
  /** Name of the attached document; absent when there is none. */
  attached?: string | undefined
}

/** What an e-mail says, in the order of reading. */
export interface MailContent {
  subject: string
  parts: readonly (MailPart | Sentence | string)[]
}

export type Write = (occasion: MailContext) => MailContent

/** An e-mail in both forms, which say the same. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Renders the content with the one template of all e-mails. Empty sentences are left out. */
export function renderMail({ parts, ...mail }: MailContent, home: string): RenderedMail {
  const subject = oneLine(mail.subject)
  const said = parts
    .filter((part) => part !== '')
    .map(
      (part): MailPart =>
        typeof part === 'string' || 'html' in part ? { kind: 'paragraph', sentence: part } : part,
    )
  return { subject, text: mailText(said), html: mailHtml({ subject, parts: said, home }) }
}

/** URL of one of our pages. */
export function link(
  { pagesUrl }: Pick<MailContext, 'pagesUrl'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const along = new URLSearchParams(query)
  return `${pagesUrl}${path}${along.size > 0 ? `?${along}` : ''}`
}

/** URL of a page of an owner in the console; its start page for mails of earlier versions, which do not know the owner. */
export function consolePage(
  { consoleUrl, knows }: Pick<MailContext, 'consoleUrl' | 'knows'>,
  ...path: string[]
): string {
  if (!knows.ownerId) return `${consoleUrl}/`
  const segments = ['organisations', knows.ownerId, ...path]
  return [consoleUrl, ...segments.map(encodeURIComponent)].join('/')
}
