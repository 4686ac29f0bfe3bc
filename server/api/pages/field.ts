import { escapeHtml } from '#kit/text/html.ts'

/** An input field of a form. */
export interface Field {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  /** `autocomplete` value for browsers and password managers. */
  autocomplete?: string
  value?: string
  /** One sentence under the label. */
  hint?: string
  /** Has the focus; at most one field per page. */
  isFirst?: boolean
  /** The error at the top of the page refers to this field. */
  isWrong?: boolean
  isOptional?: boolean
}

/** Id of the error message at the top of a page. */
const problemId = 'problem'

export function field(field: Field): string {
  const { label, name, type = 'text', autocomplete = 'off', value, hint } = field
  const descriptions = [field.isWrong && problemId, hint && `${name}-hint`].filter(Boolean)
  const attributes = [
    `id="${escapeHtml(name)}" name="${escapeHtml(name)}" type="${type}"`,
    `autocomplete="${autocomplete}" maxlength="1024"`,
    value && `value="${escapeHtml(value)}"`,
    type === 'text' && 'spellcheck="false" autocapitalize="none"',
    !field.isOptional && 'required',
    field.isWrong && 'aria-invalid="true"',
    descriptions.length > 0 && `aria-describedby="${escapeHtml(descriptions.join(' '))}"`,
    field.isFirst && 'autofocus',
  ]
  return `<label for="${escapeHtml(name)}">${escapeHtml(label)}</label>
${hint ? `<p class="hint" id="${escapeHtml(name)}-hint">${escapeHtml(hint)}</p>\n` : ''}<input ${attributes.filter(Boolean).join(' ')}>`
}

/** Error message of a form, announced by screen readers. */
export const problem = (sentence: string) =>
  `<p class="problem" id="${problemId}" role="alert">${escapeHtml(sentence)}</p>`
