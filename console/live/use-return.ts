import { useEffect, useEffectEvent } from 'react'
import { getSignedOut, listenToSignedOut } from '#console/api/signed-out.ts'
import { getLiveStatus, listenToLiveStatus } from './live-status.ts'

/** Calls `onReturn` when the session or the connection is restored after a failure. */
export function useReturn(hasFailed: boolean, onReturn: () => void): void {
  const report = useEffectEvent(onReturn)
  useEffect(() => {
    if (!hasFailed) return
    const look = () => {
      if (!getSignedOut() && getLiveStatus() === 'open') report()
    }
    const stops = [listenToSignedOut(look), listenToLiveStatus(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [hasFailed])
}
