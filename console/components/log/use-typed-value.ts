import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A browser takes few changes of the address in a short time. */
const usualPause = 150
/** What is searched by the platform is asked for when somebody has typed a word. */
export const searchPause = 400

/**
 * What is typed into a field whose value is in the address. It reaches the address after a short pause, and loses no key
 * in between. A change of the address from elsewhere, as by going back, replaces it.
 */
export function useTypedValue(
  value: string,
  onChange: (value: string) => void,
  pause = usualPause,
): [typed: string, type: (value: string) => void] {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      tell(typed)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return [typed, setTyped]
}
