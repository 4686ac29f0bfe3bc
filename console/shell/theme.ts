import { keep, readKept } from '#console/navigation/browser-storage.ts'
import type { Theme } from './theme-name.ts'

const key = 'berth.theme'

const keptTheme = (): Theme => {
  const kept = readKept(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

let theme: Theme | undefined
const listeners = new Set<() => void>()

export function getTheme(): Theme {
  theme ??= keptTheme()
  return theme
}

export function listenToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function applyTheme(wanted: Theme = getTheme()): void {
  const { dataset } = document.documentElement
  if (wanted === 'system') delete dataset.theme
  else dataset.theme = wanted
}

export function chooseTheme(wanted: Theme): void {
  theme = wanted
  keep(key, wanted)
  applyTheme(wanted)
  for (const listener of listeners) listener()
}
