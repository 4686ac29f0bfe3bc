import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { useIsLost } from '#console/live/use-is-lost.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'

/** A quiet bar while nothing arrives from the platform, unless that is because nobody is logged in. */
export function ConnectionBar() {
  const isLost = useIsLost()
  const isSignedOut = useSyncExternalStore(listenToSignedOut, getSignedOut)
  return (
    <output className="connection-bar" aria-live="polite">
      {isLost && !isSignedOut && (
        <p>
          <WifiOff size={16} aria-hidden="true" />
          {texts.lost}
        </p>
      )}
    </output>
  )
}
