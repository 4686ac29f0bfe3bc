import { useSyncExternalStore } from 'react'
import { dayOf, duration, exactTime, relativeTime } from '#console/format/times.ts'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all times on the page. */
function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Renders again when the value computed from the current time differs. */
const useTimeValue = <Value extends string | number>(compute: (now: number) => Value): Value =>
  useSyncExternalStore(listen, () => compute(timer === undefined ? Date.now() : now))

/** "3 minutes ago", with the exact time on hover. */
export function RelativeTime({ date }: { date: number | string }) {
  const time = typeof date === 'number' ? date : Date.parse(date)
  const words = useTimeValue((now) => relativeTime(time, now))
  return (
    <time dateTime={new Date(time).toISOString()} title={exactTime(time)}>
      {words}
    </time>
  )
}

/** "16 Nov 2026", with the exact time on hover: for what is far away, where the day matters. */
export function Day({ date }: { date: string }) {
  const time = Date.parse(date)
  return (
    <time dateTime={date} title={exactTime(time)}>
      {dayOf(time)}
    </time>
  )
}

/** How long something has been going on. */
export function RunningDuration({ since }: { since: number }) {
  const words = useTimeValue((now) => duration(Math.floor((now - since) / 1000) * 1000))
  return <>{words}</>
}
