import { escapeHtml } from '#kit/text/html.ts'
import type { ResourceUsage } from '#protocol/usage.ts'
import { bytes, count } from './figures.ts'

/** From these shares of a limit on, somebody should look, or act. */
const high = 0.8
const full = 0.95

/** What an add-on uses of what its plan has; a `meter` needs no style of its own for its length. */
export function meters(usage: ResourceUsage): string {
  const shown = [
    meter('Size', usage.diskBytes, usage.maxDiskBytes, bytes),
    meter('Memory', usage.memoryBytes, usage.maxMemoryBytes, bytes),
    meter('Connections', usage.connections, usage.maxConnections, count),
    meter('Objects', usage.objects, usage.maxObjects, count),
    meter('Buckets', usage.buckets, usage.maxBuckets, count),
  ]
  return `<dl class="meters">${shown.join('\n')}</dl>`
}

function meter(
  title: string,
  used: number | undefined,
  most: number | undefined,
  write: (value: number) => string,
): string {
  if (used === undefined) return ''
  const name = escapeHtml(title)
  if (!most) return `<div><dt>${name}</dt><dd>${write(used)}</dd></div>`
  const words = `${write(used)} of ${write(most)} (${Math.round((100 * used) / most)} %)`
  const bounds = `min="0" low="${high * most}" high="${full * most}" optimum="0" max="${most}"`
  return `<div><dt>${name}</dt><dd><meter ${bounds} value="${Math.min(used, most)}" aria-label="${name}">${words}</meter>${words}</dd></div>`
}
