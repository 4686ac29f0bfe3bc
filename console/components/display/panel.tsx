import { type ReactNode, useId } from 'react'
import { GuideLink } from '#console/components/controls/guide-link.tsx'
import type { Guide } from '#console/navigation/guides.ts'
import './panel.css'

interface PanelProps {
  title: string
  /** The title is that of the page: it is only read to screen readers. */
  isTitleHidden?: boolean | undefined
  /** What explains it in the documentation. */
  guide?: Guide | undefined
  /** Links and buttons in the heading. */
  actions?: ReactNode
  children: ReactNode
  /** Content reaches the edges, as tables do. */
  isFlush?: boolean | undefined
  /** Marks the zone of what cannot be taken back. */
  isDangerous?: boolean | undefined
}

/** A card with a heading, which has the focus after a button in it has removed itself. */
export function Panel(props: PanelProps) {
  const { title, isTitleHidden, guide, actions, children, isFlush, isDangerous } = props
  const id = useId()
  return (
    <section className={`panel${isDangerous ? ' panel-danger' : ''}`} aria-labelledby={id}>
      <header className={isTitleHidden ? 'visually-hidden' : 'panel-header'}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {guide && <GuideLink guide={guide} about={title} />}
        {actions && <div className="panel-actions">{actions}</div>}
      </header>
      <div className={isFlush ? 'panel-flush' : 'panel-body'}>{children}</div>
    </section>
  )
}

/** Facts by name: a row each, name and value. */
export function FactList({ facts }: { facts: readonly (Fact | false | undefined)[] }) {
  return (
    <dl className="fact-list">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

export interface Fact {
  name: string
  value: ReactNode
}
