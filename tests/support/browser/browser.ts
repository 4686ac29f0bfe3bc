import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Browser as Program,
} from 'playwright-core'
import { run } from '#kit/process/subprocess.ts'
import { SteadyNetwork } from './steady-network.ts'

const pageAudit = readFileSync(new URL('page-audit.js', import.meta.url), 'utf8')
const timeout = 180_000

/** Debian's Chromium without windows, which costs a fifth of the one with them to start; shared by all tests of a file. */
export class Browser implements AsyncDisposable {
  readonly #program: Program
  readonly #network: SteadyNetwork

  private constructor(program: Program, network: SteadyNetwork) {
    this.#program = program
    this.#network = network
  }

  static async start(): Promise<Browser> {
    const { stdout } = await run(['which', 'chromium-headless-shell'], { timeout })
    const network = await SteadyNetwork.of(stdout.trim())
    const program = await chromium.launch({
      executablePath: network.program,
      chromiumSandbox: false,
      args: ['--no-sandbox', '--disable-gpu'],
    })
    return new Browser(program, network)
  }

  /** A browser context without cookies, for pages of one origin. */
  async open(origin: string): Promise<Tab> {
    const context = await this.newContext()
    return new Tab(context, await context.newPage(), origin)
  }

  /** Cookies and storage of their own. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#program.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      ...options,
    })
    context.setDefaultTimeout(timeout)
    return context
  }

  async [Symbol.asyncDispose]() {
    await this.#program.close()
    await this.#network[Symbol.asyncDispose]()
  }
}

/** One page at a time. Console errors, and requests to other origins, fail the next audit. */
export class Tab {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #origin: string
  readonly #complaints: string[] = []

  constructor(context: BrowserContext, page: Page, origin: string) {
    this.page = page
    this.#context = context
    this.#origin = origin
    page.on('console', (message) => {
      const isRefusedPage = message.location().url === page.url()
      if (['error', 'warning'].includes(message.type()) && !isRefusedPage)
        this.#complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.#complaints.push(error.message))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== this.#origin)
        this.#complaints.push(`it asks ${request.url()}`)
    })
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#origin).href)
  }

  /** Fills in fields by label, presses a button, and waits for the next page. */
  async fill(fields: Record<string, string>, button: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.page.getByLabel(label, { exact: true }).fill(value)
    }
    await this.press(button)
  }

  async press(button: string): Promise<void> {
    await Promise.all([
      this.page.waitForEvent('load'),
      this.page.getByRole('button', { name: button, exact: true }).click(),
    ])
  }

  get heading(): Promise<string> {
    return this.page.locator('h1').innerText()
  }

  get text(): Promise<string> {
    return this.page.locator('main').innerText()
  }

  /** Checks the page in light and dark mode, at phone and desktop width, and for keyboard use. */
  async audit(name: string): Promise<void> {
    await this.#rendered()
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme })
      for (const width of [320, 1200]) {
        await this.page.setViewportSize({ width, height: 800 })
        const problems = await this.page.evaluate<string[]>(pageAudit)
        assert.deepEqual(problems, [], `${name}, ${colorScheme}, ${width} pixels wide`)
      }
    }
    await this.#auditFocus(name)
    assert.deepEqual(this.#complaints, [], name)
    if (process.env.BERTH_PICTURES) await this.#draw(join(process.env.BERTH_PICTURES, name))
  }

  /** Waits for a rendering after the load: only with it the browser focuses the field that has `autofocus`. */
  async #rendered(): Promise<void> {
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
    await this.page.evaluate(frames)
  }

  /** Asserts that every control is reached with Tab, in reading order, with a visible focus. */
  async #auditFocus(name: string): Promise<void> {
    const controls = 'a, button, input:not([type=hidden]), [tabindex="0"]'
    const usable = await this.page.locator(controls).all()
    await usable[0]?.focus()
    await this.page.keyboard.press('Shift+Tab')
    for (const element of usable) {
      await this.page.keyboard.press('Tab')
      const isSeen = await element.evaluate((one) => {
        const { document, getComputedStyle } = globalThis as unknown as BrowserWindow
        return document.activeElement === one && getComputedStyle(one).outlineStyle !== 'none'
      })
      assert.ok(isSeen, `${name}: the focus does not reach ${await element.innerHTML()}`)
    }
  }

  /** Screenshots for manual review. */
  async #draw(path: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme })
      for (const width of [320, 1200]) {
        await this.page.setViewportSize({ width, height: 800 })
        await this.page.screenshot({ path: `${path}-${colorScheme}-${width}.png`, fullPage: true })
      }
    }
  }

  async close(): Promise<void> {
    await this.#context.close()
  }
}

interface BrowserWindow {
  document: { activeElement: unknown }
  getComputedStyle(element: unknown): { outlineStyle: string }
}
