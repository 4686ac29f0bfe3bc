import { html as escaped } from 'hono/html'

/** A piece of HTML; whatever is put into it is text, not markup. */
export const html = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String(escaped(parts, ...values))

/** A text as HTML, fit for elements and for attributes in quotes. */
export const escapeHtml = (text: string): string => html`${text}`
