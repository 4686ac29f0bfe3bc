import { type ReactNode, useEffect } from 'react'
import { GuideLink } from '#console/components/controls/guide-link.tsx'
import type { Guide } from '#console/navigation/guides.ts'
import { shellTexts } from '#console/texts/en/shell.ts'
import './page-header.css'

interface PageHeaderProps {
  title: string
  /** State and facts in the line of the title. */
  detail?: ReactNode
  actions?: ReactNode
  /** What explains the page in the documentation. */
  guide?: Guide | undefined
  /** What the window is called, if not as the heading. */
  windowTitle?: string
}

/** Heading of a page: names the window, and has the focus after a navigation. */
export function PageHeader(props: PageHeaderProps) {
  const { title, detail, actions, guide, windowTitle = title } = props
  useWindowTitle(windowTitle)
  return (
    <header className="page-header">
      <h1 tabIndex={-1}>{title}</h1>
      {detail && <div className="page-header-detail">{detail}</div>}
      {guide && <GuideLink guide={guide} about={title} />}
      {actions && <div className="page-header-actions">{actions}</div>}
    </header>
  )
}

/** Names the window while the page is shown. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${shellTexts.product}`
  }, [title])
}
