import { colours } from '#kit/text/design-tokens.ts'
import { escapeHtml } from '#kit/text/html.ts'
import type { MailPart, Sentence } from './mail-parts.ts'

type Shade = 'light' | 'dark'

/** Text and background colour of each class, by the names of the design tokens. */
const palette: Readonly<Record<string, { color?: string; background?: string; border?: string }>> =
  {
    ground: { background: 'ground', color: 'ink' },
    card: { background: 'card', color: 'ink', border: 'soft' },
    ink: { color: 'ink' },
    muted: { color: 'muted' },
    brand: { color: 'accent' },
    link: { color: 'accent' },
    button: { background: 'accent' },
    label: { color: 'on-accent' },
  }

function colourOf(name: string, shade: Shade): string {
  const colour = colours[name]
  if (!colour) throw new Error(`there is no colour ${name}`)
  return colour[shade]
}

function declarations(name: string, shade: Shade, suffix = ''): string {
  const { color, background, border } = palette[name] ?? {}
  return [
    color && `color:${colourOf(color, shade)}${suffix};`,
    background && `background-color:${colourOf(background, shade)}${suffix};`,
    border && `border-color:${colourOf(border, shade)}${suffix};`,
  ]
    .filter(Boolean)
    .join('')
}

/** Many mail programs read only inline styles; those that can be dark read the rules of the head, which have to win. */
const look = (name: string, style = '') =>
  `class="${name}" style="${declarations(name, 'light')}${style}"`

const darkRules = Object.keys(palette)
  .map((name) => `.${name}{${declarations(name, 'dark', ' !important')}}`)
  .join('')

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const readable = `${font}font-size:16px;line-height:24px;`
const small = `${font}font-size:14px;line-height:20px;`
const breaking = 'overflow-wrap:anywhere;word-break:break-word;'
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/**
 * The e-mail as a page. It loads nothing: no image, no font and no style from elsewhere, so that nobody learns when it is read and nothing is
 * missing where that is forbidden. Layout is by tables, because some mail programs know nothing else.
 */
export function mailHtml(mail: {
  subject: string
  parts: readonly MailPart[]
  /** URL of the console. */
  home: string
}): string {
  const { parts, home } = mail
  const subject = escapeHtml(mail.subject)
  return `<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>:root{color-scheme:light dark}code{font-family:ui-monospace,Consolas,monospace;font-size:.9em}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body ${look('ground', 'margin:0;padding:0;-webkit-text-size-adjust:100%;')}>
<div style="display:none;max-height:0;overflow:hidden">${preview(parts)}</div>
<table ${table} width="100%"><tr><td align="center" ${look('ground', 'padding:24px 12px;')}>
<table ${table} width="600" style="width:100%;max-width:600px"><tr><td ${look('brand', `${font}padding:0 4px 16px;font-size:18px;line-height:24px;font-weight:700;`)}>Berth</td></tr>
<tr><td ${look('card', `${readable}${breaking}padding:28px 24px 20px;border-width:1px;border-style:solid;border-radius:12px;`)}>
<h1 ${look('ink', `${font}margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700;`)}><bdi>${subject}</bdi></h1>
${parts.map(partHtml).join('\n')}
</td></tr>
<tr><td ${look('muted', `${small}${breaking}padding:16px 4px 0;`)}>Berth at <a href="${escapeHtml(home)}" ${look('muted')}>${escapeHtml(home)}</a></td></tr>
</table></td></tr></table>
</body>
</html>
`
}

const sentenceHtml = (sentence: Sentence | string) =>
  typeof sentence === 'string' ? escapeHtml(sentence) : sentence.html

/** What mail programs show beside the subject in their list. */
function preview(parts: readonly MailPart[]): string {
  const first = parts.find((part) => part.kind === 'paragraph')
  if (!first) return ''
  return escapeHtml(typeof first.sentence === 'string' ? first.sentence : first.sentence.text)
}

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${sentenceHtml(part.sentence)}</p>`
    case 'button':
      return buttonHtml(part.label, part.url)
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.url)}" ${look('link')}>${escapeHtml(part.label)}</a></p>`
    case 'facts':
      return `<table ${table} style="margin:0 0 16px">${part.facts.map(factHtml).join('')}</table>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${part.items.map((item) => `<li style="margin:0 0 6px"><bdi>${escapeHtml(item)}</bdi></li>`).join('')}</ul>`
    case 'notice':
      return `<p ${look('muted', `${small}margin:20px 0 8px;`)}>${sentenceHtml(part.sentence)}</p>`
  }
}

/** The URL stands below it, so that the reader sees where it leads. */
function buttonHtml(label: string, url: string): string {
  const href = escapeHtml(url)
  return `<table ${table} style="margin:8px 0 8px"><tr><td ${look('button', 'border-radius:8px;')}><a href="${href}" ${look('label', `${font}display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;border-radius:8px;`)}>${escapeHtml(label)}</a></td></tr></table>
<p ${look('muted', `${font}margin:0 0 16px;font-size:12px;line-height:18px;word-break:break-all;`)}>or open <a href="${href}" ${look('muted')}>${href}</a></p>`
}

const factHtml = ([term, value]: readonly [string, string]) =>
  `<tr><td ${look('muted', `${small}padding:3px 20px 3px 0;vertical-align:top;white-space:nowrap;`)}>${escapeHtml(term)}</td><td style="padding:3px 0;vertical-align:top;font-weight:600"><bdi>${escapeHtml(value)}</bdi></td></tr>`
