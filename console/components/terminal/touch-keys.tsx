import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { terminalTexts as texts } from '#console/texts/en/application/terminal.ts'
import type { SpecialKey } from './special-keys.ts'
import type { TerminalSession } from './terminal-session.ts'
import './touch-keys.css'

interface TouchKey {
  key: SpecialKey
  label: string
  /** In place of the label, which is then only read to screen readers. */
  icon?: LucideIcon
}

const named = texts.touchKeys
const before: readonly TouchKey[] = [
  { key: 'Escape', label: named.escape },
  { key: 'Tab', label: named.tab },
]
const after: readonly TouchKey[] = [
  { key: 'ArrowLeft', label: named.left, icon: ArrowLeft },
  { key: 'ArrowUp', label: named.up, icon: ArrowUp },
  { key: 'ArrowDown', label: named.down, icon: ArrowDown },
  { key: 'ArrowRight', label: named.right, icon: ArrowRight },
  ...(['|', '/', '-'] as const).map((key) => ({ key, label: key })),
]

/** Keys that keyboards of phones lack, above such a keyboard. They take no focus, because that would close it. */
export function TouchKeys({ session }: { session: TerminalSession }) {
  const row = useRef<HTMLDivElement>(null)
  const [isControl, setControl] = useState(false)
  useEffect(() => {
    session.onControl = setControl
    return () => {
      session.onControl = () => {}
    }
  }, [session])
  useEffect(() => (row.current ? stayAboveKeyboard(row.current) : undefined), [])
  const button = ({ key, label, icon: Icon }: TouchKey) => (
    <button key={key} type="button" onClick={() => session.press(key)}>
      {Icon ? <Icon size={18} aria-hidden="true" /> : label}
      {Icon && <span className="visually-hidden">{label}</span>}
    </button>
  )
  return (
    <div
      ref={row}
      className="touch-keys"
      role="toolbar"
      aria-label={named.label}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {before.map(button)}
      <button
        type="button"
        aria-pressed={isControl}
        onClick={() => session.holdControl(!isControl)}
      >
        {named.control}
      </button>
      {after.map(button)}
    </div>
  )
}

/** The keyboard covers the end of the window, which browsers tell in different ways, and some only so. */
function stayAboveKeyboard(row: HTMLElement): (() => void) | undefined {
  const { visualViewport } = window
  if (!visualViewport) return undefined
  const place = () => {
    const covered = innerHeight - visualViewport.height - visualViewport.offsetTop
    row.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  place()
  visualViewport.addEventListener('resize', place)
  visualViewport.addEventListener('scroll', place)
  return () => {
    visualViewport.removeEventListener('resize', place)
    visualViewport.removeEventListener('scroll', place)
  }
}
