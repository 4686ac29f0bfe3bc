import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** After a navigation to another path the heading has the focus, so that screen readers announce the page. */
export function useNavigationFocus(onNavigated: () => void): void {
  const router = useRouter()
  const report = useEffectEvent(onNavigated)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        report()
        const isTabOfSamePage = document.activeElement?.closest('.tab-links')
        if (isTabOfSamePage) return
        const heading = document.querySelector<HTMLElement>('main h1')
        ;(heading ?? document.getElementById('main'))?.focus({ preventScroll: true })
      }),
    [router],
  )
}
