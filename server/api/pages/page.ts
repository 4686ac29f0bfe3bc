const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** A ship at its berth. */
const mark = `<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
<path d="M16 3v8M10 11h12v6M10 11v6M4.5 17h23l-3.2 7.5a3 3 0 0 1-2.7 1.8H10.4a3 3 0 0 1-2.7-1.8z"/>
<path d="M2 29.5c2.3 0 2.3-1.5 4.7-1.5s2.3 1.5 4.6 1.5S13.7 28 16 28s2.3 1.5 4.7 1.5 2.3-1.5 4.6-1.5 2.4 1.5 4.7 1.5"/>
</svg>`

/** Without one of their own, browsers ask for an icon that is not there. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  mark
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('currentColor', '#3b8ee0'),
)}`

/** A whole page around a body of our own; texts in it must be escaped already. */
export function page(title: string, body: string): string {
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
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}
