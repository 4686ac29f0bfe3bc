import type { ReactNode } from 'react'
import './tags.css'

/** Tags beside each other; `children` come after them. */
export function TagList({
  label,
  tags,
  render,
  children,
}: {
  label: string
  tags: readonly string[]
  /** What a tag has beside its text. */
  render?: ((tag: string) => ReactNode) | undefined
  children?: ReactNode
}) {
  if (tags.length === 0) return <>{children}</>
  return (
    <>
      <ul className="tag-list" aria-label={label}>
        {tags.map((tag) => (
          <li key={tag} className="tag">
            <span className="truncate" title={tag}>
              {tag}
            </span>
            {render?.(tag)}
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

/** Tags as buttons; the pressed one filters what is below. */
export function TagChoice({
  label,
  tags,
  chosen,
  onChange,
}: {
  label: string
  tags: readonly string[]
  chosen: string
  onChange(tag: string): void
}) {
  return (
    <fieldset className="tag-choice">
      <legend>{label}</legend>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="tag"
          aria-pressed={tag === chosen}
          onClick={() => onChange(tag === chosen ? '' : tag)}
        >
          <span className="truncate">{tag}</span>
        </button>
      ))}
    </fieldset>
  )
}
