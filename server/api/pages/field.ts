import { escapeHtml } from '#kit/text/html.ts'

/** One thing to fill in on a form. */
export interface Field {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  /** What browsers and password keepers take it for. */
  autocomplete?: string
  value?: string
  /** One sentence under the label. */
  hint?: string
  /** The cursor is put here; one field of a page at most. */
  isFirst?: boolean
  /** The problem at the top of the page is about this one. */
  isWrong?: boolean
  isOptional?: boolean
  /** Digits only: phones show the right keyboard. */
  isNumeric?: boolean
}

/** The id of the sentence that says what is wrong, at the top of a page. */
export const problemId = 'problem'

export function field(field: Field): string {
  const { label, name, type = 'text', autocomplete = 'off', value, hint } = field
  const descriptions = [field.isWrong && problemId, hint && `${name}-hint`].filter(Boolean)
  const attributes = [
    `id="${escapeHtml(name)}" name="${escapeHtml(name)}" type="${type}"`,
    `autocomplete="${autocomplete}" maxlength="1024"`,
    value && `value="${escapeHtml(value)}"`,
    type === 'text' && 'spellcheck="false" autocapitalize="none"',
    field.isNumeric && 'inputmode="numeric"',
    !field.isOptional && 'required',
    field.isWrong && 'aria-invalid="true"',
    descriptions.length > 0 && `aria-describedby="${escapeHtml(descriptions.join(' '))}"`,
    field.isFirst && 'autofocus',
  ]
  return `<label for="${escapeHtml(name)}">${escapeHtml(label)}</label>
${hint ? `<p class="hint" id="${escapeHtml(name)}-hint">${escapeHtml(hint)}</p>\n` : ''}<input ${attributes.filter(Boolean).join(' ')}>`
}

/** Why a form was not accepted, announced by screen readers. */
export const problem = (sentence: string) =>
  `<p class="problem" id="${problemId}" role="alert">${escapeHtml(sentence)}</p>`
