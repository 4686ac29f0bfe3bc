import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { getLiveStatus, listenToLiveStatus } from '#console/live/live-status.ts'
import { shellTexts as texts } from '#console/texts/en/shell.ts'

/** A quiet bar while nothing arrives from the platform, unless that is because nobody is logged in. */
export function ConnectionBar() {
  const status = useSyncExternalStore(listenToLiveStatus, getLiveStatus)
  const isSignedOut = useSyncExternalStore(listenToSignedOut, getSignedOut)
  return (
    <output className="connection-bar" aria-live="polite">
      {status === 'lost' && !isSignedOut && (
        <p>
          <WifiOff size={16} aria-hidden="true" />
          {texts.lost}
        </p>
      )}
    </output>
  )
}
