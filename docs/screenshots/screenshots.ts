import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { openExamplePlatform } from './example-platform.ts'
import { type Scene, scenes } from './scenes.ts'

const root = join(import.meta.dirname, '../..')
/** Pictures to look at; not part of the repository. */
export const all = join(root, '.cache/screenshots')
/** Pictures of the README and the guides. */
const shown = join(root, 'docs/pictures')

/** Scenes that pages of the documentation show, by the name of the picture. */
const chosen: Record<string, { scene: string; colorScheme: (typeof schemes)[number] }> = {
  'console-overview': { scene: 'organisation', colorScheme: 'light' },
  'console-application': { scene: 'application', colorScheme: 'light' },
  'console-deployment': { scene: 'application-deployments-one', colorScheme: 'light' },
  'console-logs': { scene: 'application-logs', colorScheme: 'dark' },
  'console-metrics': { scene: 'application-metrics', colorScheme: 'dark' },
  'console-variables': { scene: 'application-variables-staged', colorScheme: 'light' },
}

const widths = [360, 1280, 2560]
const schemes = ['light', 'dark'] as const
const timeout = 30_000

/** Draws every page of the console at three widths in light and dark, and those of the documentation; `wanted` are parts of names. */
export async function drawScreenshots(wanted: readonly string[]): Promise<void> {
  await using platform = await openExamplePlatform()
  await using browser = await Browser.start()
  const { berth, parameters } = platform
  await using tab = await ConsoleTab.open(browser, berth, berth.admin)
  await mkdir(all, { recursive: true })
  const chosenScenes = scenes(parameters).filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  )
  for (const scene of chosenScenes) {
    await drawScene(tab.page, new URL(scene.address, berth.addresses.api).href, scene)
    console.log(scene.name)
  }
}

export async function drawScene(page: Page, url: string, { name, act }: Scene): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(url)
  await settle(page)
  await act?.(page)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: width > 2000 ? 1440 : 800 })
      await settle(page)
      const path = join(all, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  for (const [picture, { scene, colorScheme }] of Object.entries(chosen)) {
    if (scene !== name) continue
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawPicture(page, join(shown, `${picture}.webp`))
  }
}

/** As WebP, which is a fifth of a PNG. */
async function drawPicture(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await settle(page)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 86 })
  await writeFile(path, Buffer.from(data, 'base64'))
}

/** Waits until a page has its heading and nothing on it is still loading. */
async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ timeout })
  await page.locator('main .skeleton').first().waitFor({ state: 'detached', timeout })
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  )
}
