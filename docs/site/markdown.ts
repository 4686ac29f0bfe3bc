import MarkdownIt from 'markdown-it'
import { escapeHtml } from '#kit/text/html.ts'
import { codeBlock } from './code/code-block.ts'
import { createSlugger } from './slug.ts'

export interface Heading {
  level: number
  anchor: string
  text: string
}

/** The text below a heading, for the search. */
export interface Passage {
  /** Empty before the first heading. */
  anchor: string
  heading: string
  /** What else readers call it, from a comment `<!-- search: … -->`. */
  keywords: string
  text: string
}

export interface RenderedMarkdown {
  /** The first heading of level 1, in plain text. */
  title: string
  html: string
  headings: readonly Heading[]
  passages: readonly Passage[]
  /** HTML that is no comment: it would be lost. */
  problems: readonly string[]
}

/** Turns the target of a link or picture into one of the site. */
export type ResolveTarget = (target: string) => string

const parser = new MarkdownIt({ html: true })

type Token = ReturnType<typeof parser.parse>[number]

parser.renderer.rules.table_open = () =>
  '<div class="table" role="region" aria-label="Table" tabindex="0"><table>\n'
parser.renderer.rules.table_close = () => '</table></div>\n'
parser.renderer.rules.fence = renderCode
parser.renderer.rules.heading_close = closeHeading
parser.renderer.rules.code_block = renderCode
// Comments are for tests and the search.
parser.renderer.rules.html_block = () => ''
parser.renderer.rules.html_inline = () => ''

/** Behind a heading is a link to it, to be copied. */
function closeHeading(tokens: readonly Token[], at: number): string {
  const { tag = '' } = tokens[at] ?? {}
  const anchor = tokens[at - 2]?.attrGet('id')
  if (tag === 'h1' || !anchor) return `</${tag}>\n`
  const name = escapeHtml(plainText(tokens[at - 1]))
  const link = `<a class="permalink" href="#${escapeHtml(String(anchor))}" aria-label="Link to: ${name}">#</a>`
  return ` ${link}</${tag}>\n`
}

function renderCode(tokens: readonly Token[], at: number): string {
  const { content = '', info = '' } = tokens[at] ?? {}
  return `${codeBlock(content, info.trim().split(/\s/)[0])}\n`
}

/** Renders a page, with an anchor at each heading. */
export function renderMarkdown(text: string, resolve: ResolveTarget): RenderedMarkdown {
  const tokens = parser.parse(text, {})
  const flat = tokens.flatMap((token) => [token, ...(token.children ?? [])])
  for (const token of flat) resolveToken(token, resolve)
  const slug = createSlugger()
  const headings: Heading[] = []
  const passages: Passage[] = [{ anchor: '', heading: '', keywords: '', text: '' }]
  for (const [at, token] of tokens.entries()) {
    const isHeading = tokens[at - 1]?.type === 'heading_open'
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      const heading = plainText(tokens[at + 1])
      const anchor = slug(heading)
      token.attrSet('id', anchor)
      headings.push({ level, anchor, text: heading })
      if (level > 1) passages.push({ anchor, heading, keywords: '', text: '' })
    }
    const passage = passages.at(-1)
    if (passage && token.type === 'html_block') passage.keywords += keywordsIn(token.content)
    if (passage && !isHeading) passage.text += ` ${searchableText(token)}`
  }
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    html: parser.renderer.render(tokens, parser.options, {}),
    headings,
    problems: flat
      .filter(isHtml)
      .map(({ content }) => `has HTML, which is not shown: ${content.trim()}`),
    passages: passages.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ').trim() })),
  }
}

function resolveToken(token: Token, resolve: ResolveTarget): void {
  const name = { link_open: 'href', image: 'src' }[token.type]
  const target = name && token.attrGet(name)
  if (name && target) token.attrSet(name, resolve(decodeURI(String(target))))
  if (token.type === 'image') token.attrSet('loading', 'lazy')
}

const isHtml = ({ type, content }: Token) =>
  /^html/.test(type) && !/^<!--[\s\S]*-->$/.test(content.trim())

/** What a reader sees of inline text. */
const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : /^html/.test(type) ? '' : content))
    .join('')

const keywordsIn = (comment: string) => /^<!-- search: (.+) -->$/m.exec(comment)?.[1] ?? ''

const searchableText = (token: Token): string =>
  token.type === 'inline'
    ? plainText(token)
    : /^(fence|code_block)$/.test(token.type)
      ? token.content
      : ''
