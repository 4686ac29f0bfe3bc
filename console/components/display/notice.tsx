import type { ReactNode } from 'react'
import './notice.css'

/** A state of the page's subject that its readers should know, with what they can do about it beside it. */
export function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="notice" aria-label={label}>
      {children}
    </section>
  )
}
