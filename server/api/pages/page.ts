import { escapeHtml } from '#kit/text/html.ts'
import { mark } from '#kit/text/page-design.ts'

/** Without an icon of the page, browsers request /favicon.ico. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  mark
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('currentColor', '#3b8ee0'),
)}`

/** A complete page around a body, whose texts must be escaped already; a wide one has room for tables. */
export function page(title: string, body: string, width: 'narrow' | 'wide' = 'narrow'): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Berth</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>${mark}<span>Berth</span></header>
<main${width === 'wide' ? ' class="wide"' : ''}>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}
