import { useSyncExternalStore } from 'react'
import { getLiveStatus, listenToLiveStatus } from './live-status.ts'

const isLost = () => getLiveStatus() === 'lost'

/** Whether nothing arrives from the platform, so that states on the page may be over. */
export const useIsLost = (): boolean => useSyncExternalStore(listenToLiveStatus, isLost)
