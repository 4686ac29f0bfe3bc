import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import './tab-links.css'

export interface TabLink {
  to: string
  label: string
  /** Current only at exactly this path. */
  isExact?: boolean | undefined
}

/** Tabs that are addresses: the current one is in the URL, so that back and reload keep it. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tab-links" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <ConsoleLink to={tab.to} isExact={tab.isExact}>
              {tab.label}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
