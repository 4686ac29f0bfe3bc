import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import type { Address } from '#console/navigation/addresses.ts'
import './tab-links.css'

interface TabLink {
  to: Address
  label: string
  /** Current only at exactly this path. */
  isExact?: boolean | undefined
}

/**
 * Tabs that are addresses: the current one is in the URL, so that back and reload keep it. On a phone they are one
 * line that scrolls, with the current one in its middle.
 */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const list = useRef<HTMLUListElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another current tab
  useEffect(() => {
    const line = list.current
    if (!line) return
    // It is called at once, and when a phone is turned.
    const observer = new ResizeObserver(() => {
      const current = line.querySelector<HTMLElement>('[aria-current]')
      if (current)
        line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2
    })
    observer.observe(line)
    return () => observer.disconnect()
  }, [path])
  return (
    <nav className="tab-links" aria-label={label}>
      <ul ref={list}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <ConsoleLink to={tab.to} isExact={tab.isExact}>
              {tab.label}
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
