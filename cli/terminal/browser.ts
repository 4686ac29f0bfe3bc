import { spawn } from 'node:child_process'
import type { Terminal } from './terminal.ts'

/** Opens a URL in a browser, if there is one; errors are ignored, because the URL is printed too. */
export function openInBrowser(url: string, { env }: Pick<Terminal, 'env'>): void {
  const program = browserOf(env)
  if (!program) return
  const child = spawn(program, [url], { detached: true, stdio: 'ignore', env })
  child.on('error', () => {})
  child.unref()
}

function browserOf(env: Terminal['env']): string | undefined {
  if (env.BROWSER) return env.BROWSER === 'none' ? undefined : env.BROWSER
  if (process.platform === 'darwin') return 'open'
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}
