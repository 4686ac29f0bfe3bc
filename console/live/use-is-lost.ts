import { useSyncExternalStore } from 'react'
import { getLiveStatus, listenToLiveStatus } from './live-status.ts'

const isLost = () => getLiveStatus() === 'lost'

/** Whether the event stream is silent, so that states on the page may be out of date. */
export const useIsLost = (): boolean => useSyncExternalStore(listenToLiveStatus, isLost)
