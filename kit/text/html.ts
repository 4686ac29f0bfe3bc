const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A text as HTML, fit for elements and for attributes in quotes. By hand, because the kit of providers is copied by others, who would
 * need a web framework for five characters.
 */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** A piece of HTML; whatever is put into it is text, not markup. */
export const html = (parts: TemplateStringsArray, ...values: (string | number)[]): string =>
  String.raw({ raw: parts }, ...values.map((value) => escapeHtml(`${value}`)))
